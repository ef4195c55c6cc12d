import { agents } from './agents.ts'
import { alsoCalled } from './also-called.ts'
import { boardScreen } from './board-screen.ts'
import { diagrams } from './diagrams.ts'
import { fileTree } from './file-tree.ts'
import { firstSteps } from './first-steps.ts'
import { folders } from './folders.ts'
import { git } from './git.ts'
import { home } from './home.ts'
import { hooks } from './hooks.ts'
import { keeping } from './keeping.ts'
import { mcp } from './mcp.ts'
import { mcpAdd } from './mcp-add.ts'
import { mcpDetail } from './mcp-detail.ts'
import { memory } from './memory.ts'
import { models } from './models.ts'
import { offline } from './offline.ts'
import { outside } from './outside.ts'
import { palette } from './palette.ts'
import { permissions } from './permissions.ts'
import { plugins } from './plugins.ts'
import { questions } from './questions.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { shortcuts } from './shortcuts.ts'
import { skillInstall } from './skill-install.ts'
import { skillSearch } from './skill-search.ts'
import { skills } from './skills.ts'
import { system } from './system.ts'
import { updates } from './updates.ts'

function inLanguage<L extends 'en' | 'zh-CN'>(language: L) {
  return {
    agents: agents[language],
    alsoCalled: alsoCalled[language],
    boardScreen: boardScreen[language],
    diagrams: diagrams[language],
    fileTree: fileTree[language],
    firstSteps: firstSteps[language],
    folders: folders[language],
    git: git[language],
    home: home[language],
    hooks: hooks[language],
    keeping: keeping[language],
    mcp: mcp[language],
    mcpAdd: mcpAdd[language],
    mcpDetail: mcpDetail[language],
    memory: memory[language],
    models: models[language],
    offline: offline[language],
    outside: outside[language],
    palette: palette[language],
    permissions: permissions[language],
    plugins: plugins[language],
    questions: questions[language],
    settings: settings[language],
    setup: setup[language],
    shortcuts: shortcuts[language],
    skillInstall: skillInstall[language],
    skills: skills[language],
    skillSearch: skillSearch[language],
    system: system[language],
    updates: updates[language],
  }
}

/** Words of what is loaded when somebody opens it: pages, dialogs, panels' further views. Each of those says `useLateWords()`. */
export const lateMessages = { en: inLanguage('en'), 'zh-CN': inLanguage('zh-CN') }

import { agents } from './agents.ts'
import { app } from './app.ts'
import { approvals } from './approvals.ts'
import { board } from './board.ts'
import { changes } from './changes.ts'
import { chat } from './chat.ts'
import { composer } from './composer.ts'
import { folders } from './folders.ts'
import { git } from './git.ts'
import { hooks } from './hooks.ts'
import { home } from './home.ts'
import { media } from './media.ts'
import { keeping } from './keeping.ts'
import { mcp } from './mcp.ts'
import { mcpAdd } from './mcp-add.ts'
import { mcpDetail } from './mcp-detail.ts'
import { memory } from './memory.ts'
import { models } from './models.ts'
import { palette } from './palette.ts'
import { panels } from './panels.ts'
import { permissions } from './permissions.ts'
import { plugins } from './plugins.ts'
import { questions } from './questions.ts'
import { rewind } from './rewind.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { shortcuts } from './shortcuts.ts'
import { setup } from './setup.ts'
import { skillInstall } from './skill-install.ts'
import { skills } from './skills.ts'
import { status } from './status.ts'
import { system } from './system.ts'
import { trust } from './trust.ts'
import { viewer } from './viewer.ts'

function inLanguage<L extends 'en' | 'zh-CN'>(language: L) {
  return {
    agents: agents[language],
    app: app[language],
    approvals: approvals[language],
    board: board[language],
    changes: changes[language],
    chat: chat[language],
    composer: composer[language],
    folders: folders[language],
    git: git[language],
    home: home[language],
    hooks: hooks[language],
    media: media[language],
    keeping: keeping[language],
    mcp: mcp[language],
    mcpAdd: mcpAdd[language],
    mcpDetail: mcpDetail[language],
    memory: memory[language],
    models: models[language],
    palette: palette[language],
    panels: panels[language],
    permissions: permissions[language],
    plugins: plugins[language],
    questions: questions[language],
    rewind: rewind[language],
    sessions: sessions[language],
    settings: settings[language],
    shortcuts: shortcuts[language],
    setup: setup[language],
    skillInstall: skillInstall[language],
    skills: skills[language],
    status: status[language],
    system: system[language],
    trust: trust[language],
    viewer: viewer[language],
  }
}

/** Every word of the window. A feature adds its file here under its own name: `t('home.title')`. */
export const messages = { en: inLanguage('en'), 'zh-CN': inLanguage('zh-CN') }

import { agents } from './agents.ts'
import { folders } from './folders.ts'
import { git } from './git.ts'
import { home } from './home.ts'
import { keeping } from './keeping.ts'
import { mcpAdd } from './mcp-add.ts'
import { mcpDetail } from './mcp-detail.ts'
import { memory } from './memory.ts'
import { models } from './models.ts'
import { permissions } from './permissions.ts'
import { plugins } from './plugins.ts'
import { setup } from './setup.ts'
import { skillInstall } from './skill-install.ts'
import { skills } from './skills.ts'

function inLanguage<L extends 'en' | 'zh-CN'>(language: L) {
  return {
    agents: agents[language],
    folders: folders[language],
    git: git[language],
    home: home[language],
    keeping: keeping[language],
    mcpAdd: mcpAdd[language],
    mcpDetail: mcpDetail[language],
    memory: memory[language],
    models: models[language],
    permissions: permissions[language],
    plugins: plugins[language],
    setup: setup[language],
    skillInstall: skillInstall[language],
    skills: skills[language],
  }
}

/** Words of what is loaded when somebody opens it: pages, dialogs, panels' further views. Each of those says `useLateWords()`. */
export const lateMessages = { en: inLanguage('en'), 'zh-CN': inLanguage('zh-CN') }

import { app } from './app.ts'
import { approvals } from './approvals.ts'
import { board } from './board.ts'
import { changes } from './changes.ts'
import { chat } from './chat.ts'
import { composer } from './composer.ts'
import { hooks } from './hooks.ts'
import { media } from './media.ts'
import { mcp } from './mcp.ts'
import { palette } from './palette.ts'
import { panels } from './panels.ts'
import { questions } from './questions.ts'
import { rewind } from './rewind.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { shortcuts } from './shortcuts.ts'
import { status } from './status.ts'
import { system } from './system.ts'
import { trust } from './trust.ts'
import { viewer } from './viewer.ts'

function inLanguage<L extends 'en' | 'zh-CN'>(language: L) {
  return {
    app: app[language],
    approvals: approvals[language],
    board: board[language],
    changes: changes[language],
    chat: chat[language],
    composer: composer[language],
    hooks: hooks[language],
    media: media[language],
    mcp: mcp[language],
    palette: palette[language],
    panels: panels[language],
    questions: questions[language],
    rewind: rewind[language],
    sessions: sessions[language],
    settings: settings[language],
    shortcuts: shortcuts[language],
    status: status[language],
    system: system[language],
    trust: trust[language],
    viewer: viewer[language],
  }
}

/** Words of the first sight of a project. A feature adds its file here, or to `late.ts`, under its own name: `t('chat.older')`. */
export const messages = { en: inLanguage('en'), 'zh-CN': inLanguage('zh-CN') }

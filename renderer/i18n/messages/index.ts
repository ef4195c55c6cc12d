import { app } from './app.ts'
import { approvals } from './approvals.ts'
import { board } from './board.ts'
import { changes } from './changes.ts'
import { chat } from './chat.ts'
import { composer } from './composer.ts'
import { media } from './media.ts'
import { panels } from './panels.ts'
import { rewind } from './rewind.ts'
import { sessions } from './sessions.ts'
import { status } from './status.ts'
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
    media: media[language],
    panels: panels[language],
    rewind: rewind[language],
    sessions: sessions[language],
    status: status[language],
    trust: trust[language],
    viewer: viewer[language],
  }
}

/** Words of the first sight of a project. A feature adds its file here, or to `late.ts`, under its own name: `t('chat.older')`. */
export const messages = { en: inLanguage('en'), 'zh-CN': inLanguage('zh-CN') }

import { app, session } from 'electron'
import type { Settings } from '../../core/contract/app.ts'
import { errorText, type Language } from '../../core/contract/error-texts.ts'
import type { AppEvent } from '../../core/contract/events.ts'
import type { RpcHandlers } from '../../core/contract/index.ts'
import type { Logger } from '../../core/platform/platform.ts'
import { tellUpdateContacts } from './update-contacts.ts'
import { createUpdates, updateWay } from './updates.ts'
import type { Quitting } from './quit.ts'
import type { words } from './words.ts'

/** Packages are replaced while nobody waits for it, so once a day is soon enough. */
const EVERY_MS = 24 * 60 * 60 * 1000
/** The updater is not small: a start has better things to do. */
const FIRST_MS = 10_000

interface Said {
  readonly message: keyof typeof words
  readonly detail?: keyof typeof words
  readonly text?: string
  readonly yes: keyof typeof words
  readonly no?: keyof typeof words
}

export interface FollowUpdatesDeps {
  readonly settings: () => Promise<Settings>
  readonly language: () => Promise<Language>
  readonly ask: (question: Said) => Promise<boolean>
  readonly quitting: Pick<Quitting, 'prepare' | 'giveUp'>
  readonly log: Logger
}

export interface FollowedUpdates {
  /** Looks, and says in a box what came of it. */
  checkForUpdates(): Promise<void>
  /** For windows. */
  readonly handlers: RpcHandlers['updates']
  onEvent(listener: (event: AppEvent) => void): () => void
}

/** Looks for newer versions, daily and when asked. Undefined: this one is not to be replaced. */
export function followUpdates({ settings, language, ask, quitting, log }: FollowUpdatesDeps): FollowedUpdates | undefined {
  const way = updateWay(app.isPackaged, process.platform, process.env)
  if (way === 'never') return undefined
  const updates = createUpdates({
    async load() {
      // The updater's own network session, by its name.
      tellUpdateContacts(session.fromPartition('electron-updater', { cache: false }).webRequest)
      return (await import('electron-updater')).autoUpdater
    },
    channel: async () => (await settings()).desktop?.updates ?? 'stable',
    installsOnQuit: way === 'on quit',
    mayRestart: quitting.prepare,
    stays: quitting.giveUp,
    log,
  })
  setTimeout(() => void updates.checkQuietly(), FIRST_MS)
  setInterval(() => void updates.checkQuietly(), EVERY_MS)
  return {
    handlers: {
      state: async () => updates.state(),
      look: () => updates.check(),
      async restart() {
        await updates.install()
        return {}
      },
    },
    onEvent: (listener) => updates.onChange((state) => listener({ type: 'updates.changed', state })),
    async checkForUpdates() {
      const state = await updates.check()
      if (state.kind === 'failed') {
        const { what, fix } = errorText(state.problem.code, state.problem.params, await language())
        await ask({ message: 'updateFailed', text: `${what}\n${fix}`, yes: 'close' })
      } else if (state.kind !== 'ready') await ask({ message: 'updateNone', yes: 'close' })
      else if (await ask({ message: 'updateReady', ...(way === 'on quit' && { detail: 'updateReadyText' }), yes: 'restart', no: 'later' }))
        await updates.install()
    },
  }
}

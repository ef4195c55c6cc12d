import { app, Notification, type BrowserWindow } from 'electron'
import type { Core } from '../../core/app/index.ts'
import type { Settings } from '../../core/contract/app.ts'
import type { Caller } from '../../core/contract/method.ts'
import { tellOfApprovals } from './approval-notes.ts'
import type { DesktopWindows } from './desktop-windows.ts'
import type { Links } from './links.ts'
import { languageOf } from './words.ts'

export interface NotifyDeps {
  readonly core: Core
  /** Sees what waits in every project. */
  readonly home: Caller
  readonly windows: DesktopWindows
  readonly links: Links
  /** What is on the screen, by window id. */
  readonly shown: ReadonlyMap<string, BrowserWindow>
  readonly settings: () => Promise<Settings>
  onBug(error: unknown): void
}

/** The system's notifications of what waits; the page tells of the rest. */
export function notifyOutside({ core, home, windows, links, shown, settings, onBug }: NotifyDeps): void {
  if (!Notification.isSupported()) return
  const context = (caller: Caller) => ({ caller, signal: new AbortController().signal })
  const { follow } = tellOfApprovals({
    make: (options) => new Notification(options),
    platform: process.platform,
    async settings() {
      const { language, notifications } = await settings()
      return { language: languageOf(app.getLocale(), language), notifications }
    },
    isLookedAt: (event) => [...shown].some(([id, window]) => window.isFocused() && core.windows.sees(id, event)),
    waiting: () => core.handlers.approvals.list({}, context(home)),
    async answer({ approvalId, projectRoot }, decision) {
      const caller = await core.windows.look(projectRoot)
      await core.handlers.approvals.answer({ approvalId, decision }, context(caller))
    },
    open(approval) {
      if (!approval) return void windows.front()
      const { projectRoot, sessionId } = approval
      void windows
        .openFolder(projectRoot)
        .then((caller) => links.offer(caller, { kind: 'session', sessionId }))
        .catch(onBug)
    },
    onBug,
  })
  core.onEvent((event) => void follow(event).catch(onBug))
}

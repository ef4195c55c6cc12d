import type { Core } from '../../core/app/types.ts'
import type { Caller } from '../../core/contract/method.ts'

/** What the registry needs of a window on the screen. */
export interface ShownWindow {
  /** Restores, shows and focuses it. */
  focus(): void
  onClosed(listener: () => void): void
}

export interface DesktopWindowsDeps {
  readonly windows: Core['windows']
  /** Puts a window for this caller on the screen. */
  readonly show: (caller: Caller) => ShownWindow
}

/** One window per folder, and one Home. */
export interface DesktopWindows {
  /** Opens the folder's window, or brings up the one it has. Rejects with `AppError('project.*')`. */
  openFolder(path: string): Promise<Caller>
  /** Brings up the window of the caller's project, making it when there is none; answers whose window that is. */
  present(caller: Caller): Caller
  openHome(): Caller
  /** Brings up the window used last, or Home when there is none; answers whose it is. */
  front(): Caller
  /** The same among projects; undefined when none is open. */
  frontProject(): Caller | undefined
  /** Ids of the projects that have a window, the one used last at the end. */
  openProjects(): readonly string[]
}

export function createDesktopWindows({ windows, show }: DesktopWindowsDeps): DesktopWindows {
  // The newest at the end. Home's key is `undefined`, as its project is.
  const open = new Map<string | undefined, { caller: Caller; window: ShownWindow }>()

  const bring = (shown: { caller: Caller; window: ShownWindow }): Caller => {
    open.delete(shown.caller.projectId)
    open.set(shown.caller.projectId, shown)
    shown.window.focus()
    return shown.caller
  }

  const present = (caller: Caller): Caller => {
    const existing = open.get(caller.projectId)
    if (existing) {
      if (existing.caller.windowId !== caller.windowId) windows.detach(caller.windowId)
      return bring(existing)
    }
    const window = show(caller)
    open.set(caller.projectId, { caller, window })
    window.onClosed(() => open.delete(caller.projectId))
    return caller
  }

  return {
    present,
    openFolder: async (path) => present(await windows.open(path)),
    openHome: () => present(open.get(undefined)?.caller ?? windows.openHome()),
    front: () => {
      const last = [...open.values()].at(-1)
      return last ? bring(last) : present(windows.openHome())
    },
    frontProject: () => {
      const last = [...open.values()].findLast(({ caller }) => caller.projectId !== undefined)
      return last && bring(last)
    },
    openProjects: () => [...open.keys()].filter((id) => id !== undefined),
  }
}

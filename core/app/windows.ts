import { randomUUID } from 'node:crypto'
import { summaryEventTypes, type AppEvent, type SessionEvent, type SessionEventType } from '../contract/events.ts'
import type { Caller } from '../contract/method.ts'
import type { WindowRegistry } from './types.ts'

export interface WindowDeps {
  /** Id of the project of a folder, opened now. */
  openProject(path: string): Promise<string>
  /** The same without counting as opened. */
  lookAtProject(path: string): Promise<string>
  projectOf(sessionId: string): string | undefined
  /** Windows that show a list of sessions hear of it; of an agent's session its conversation tells. */
  isListed(event: SessionEvent): boolean
  /** See `WindowRegistry`. */
  woke(): void
}

/** For this room: handlers say what a window opens and closes. */
export interface Windows extends WindowRegistry {
  showSession(windowId: string, sessionId: string): void
  hideSession(windowId: string, sessionId: string): void
  /** By any window. */
  isShown(sessionId: string): boolean
  /** Some page is there that shows sessions or a list of them. */
  isWatched(): boolean
}

interface Window {
  readonly caller: Caller
  readonly shown: Set<string>
  /** A further page of a window: its id is known to nobody but its connection. */
  readonly isPage: boolean
}

const summaries: ReadonlySet<SessionEventType> = new Set(summaryEventTypes)

export function createWindows({ openProject, lookAtProject, projectOf, isListed, woke }: WindowDeps): Windows {
  const windows = new Map<string, Window>()

  function issue<C extends Caller>(caller: C, isPage = false): C {
    windows.set(caller.windowId, { caller, shown: new Set(), isPage })
    return caller
  }
  return {
    async open(path) {
      const projectId = await openProject(path)
      return issue({ windowId: randomUUID(), projectId })
    },
    look: async (path) => issue({ windowId: randomUUID(), projectId: await lookAtProject(path) }),
    openHome: () => issue({ windowId: randomUUID(), projectId: undefined }),
    woke,
    find: (windowId) => windows.get(windowId)?.caller,
    join(windowId) {
      const window = windows.get(windowId)
      return window && issue({ ...window.caller, windowId: randomUUID() }, true)
    },
    sees(windowId, event: SessionEvent | AppEvent) {
      const window = windows.get(windowId)
      if (!window) return false
      if (!('sessionId' in event)) return true
      if (window.shown.has(event.sessionId)) return true
      if (!summaries.has(event.type) || !isListed(event)) return false
      const { projectId } = window.caller
      return projectId === undefined || projectId === projectOf(event.sessionId)
    },
    detach(windowId) {
      const window = windows.get(windowId)
      // A window's id stays good: a page that reloads comes back with it.
      if (window?.isPage) windows.delete(windowId)
      else window?.shown.clear()
    },
    isWatched: () => [...windows.values()].some(({ isPage, shown }) => isPage || shown.size > 0),
    showSession: (windowId, sessionId) => void windows.get(windowId)?.shown.add(sessionId),
    hideSession: (windowId, sessionId) => void windows.get(windowId)?.shown.delete(sessionId),
    isShown: (sessionId) => [...windows.values()].some(({ shown }) => shown.has(sessionId)),
  }
}

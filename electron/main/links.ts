import type { AppEvent, SessionEvent } from '../../core/contract/events.ts'
import type { Caller } from '../../core/contract/method.ts'
import type { LinkOffer } from '../../core/contract/projects.ts'
import { readLink } from './deep-link.ts'
import type { DesktopWindows } from './desktop-windows.ts'

type Listener = (event: SessionEvent | AppEvent) => void

export interface LinksDeps {
  readonly windows: Pick<DesktopWindows, 'front' | 'frontProject' | 'openFolder' | 'openHome'>
  /** Shows the folder a link names; true: open it. */
  readonly askFolder: (path: string) => Promise<boolean>
  /** A server is shown in a project, and none is open. */
  readonly sayProjectFirst: () => Promise<void>
}

/** `mewcode://` links: each ends at a filled-in screen of one window, never at an act. */
export interface Links {
  follow(address: string): Promise<void>
  /** Something for this window to do or to show. */
  offer(caller: Caller, what: LinkOffer): void
  /** What was offered to this window, once. */
  take(caller: Caller): LinkOffer | null
  onEvent(listener: Listener): () => void
}

export function createLinks({ windows, askFolder, sayProjectFirst }: LinksDeps): Links {
  const offers = new Map<string, LinkOffer>()
  const listeners = new Set<Listener>()
  /** For the next project that is opened. */
  let waiting: LinkOffer | undefined

  const offer = ({ windowId }: Caller, what: LinkOffer): void => {
    offers.set(windowId, what)
    for (const listener of [...listeners]) listener({ type: 'offer.arrived' })
  }
  return {
    async follow(address) {
      const link = readLink(address)
      if (!link) return void windows.front()
      if (link.kind === 'skill') return offer(windows.front(), link)
      if (link.kind === 'project') {
        windows.front()
        if (await askFolder(link.path)) await windows.openFolder(link.path).catch(() => windows.openHome())
        return
      }
      const project = windows.frontProject()
      if (project) return offer(project, link)
      waiting = link
      windows.front()
      await sayProjectFirst()
    },
    offer,
    take(caller) {
      const own = offers.get(caller.windowId)
      offers.delete(caller.windowId)
      if (own || caller.projectId === undefined || !waiting) return own ?? null
      const late = waiting
      waiting = undefined
      return late
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

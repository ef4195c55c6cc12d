import type { Session, WebContents } from 'electron'
import { externalAddress, isOwnPage } from './origin.ts'

/** What a page of ours may ask the system for. */
const PERMISSIONS: readonly string[] = ['clipboard-sanitized-write', 'notifications']

export type GuardedContents = Pick<WebContents, 'on' | 'setWindowOpenHandler'>
export type GuardedSession = Pick<
  Session,
  'on' | 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>

export interface ContentsGuards {
  /** Gets http, https and mailto addresses only; shows the address before it leaves. */
  openExternal(address: string): void
}

/** Keeps a window on our own page: it goes nowhere else, opens nothing and embeds nothing. */
export function guardContents(contents: GuardedContents, { openExternal }: ContentsGuards): void {
  const leave = (address: string): void => {
    const allowed = externalAddress(address)
    if (allowed !== undefined) openExternal(allowed)
  }
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url)) return
    event.preventDefault()
    leave(event.url)
  })
  // Frames inside the page and redirects: never, and nobody clicked on them, so nothing is opened outside either.
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    leave(url)
    return { action: 'deny' }
  })
}

/** Refuses every permission but the two we use, and those to any page but ours; and every download but what our page made itself. */
export function guardSession(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => {
    answer(isMainFrame && PERMISSIONS.includes(permission) && isOwnPage(requestingUrl))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) => {
    return isMainFrame && PERMISSIONS.includes(permission) && isOwnPage(origin)
  })
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    const [scheme, made] = [item.getURL().slice(0, 5), item.getURL().slice(5)]
    if (scheme !== 'blob:' || !isOwnPage(made)) event.preventDefault()
  })
}

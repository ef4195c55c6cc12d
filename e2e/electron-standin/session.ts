import type * as Electron from 'electron'
import { PERMISSIONS } from './browser/permissions.ts'
import { honest } from './honest.ts'

type Check = (contents: null, permission: string, origin: string, details: { isMainFrame: boolean; requestingUrl: string }) => boolean
let check: Check = () => true

export const session = honest('session', {
  defaultSession: honest('session.defaultSession', {
    // Nothing is downloaded here: Chromium does not ask the stand-in.
    on: () => undefined as never,
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: (handler) => void (check = (handler ?? (() => true)) as Check),
    setDevicePermissionHandler: () => undefined,
    setSpellCheckerEnabled: () => undefined,
    resolveProxy: () => Promise.resolve('DIRECT'),
  } satisfies Pick<
    Electron.Session,
    | 'on'
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setSpellCheckerEnabled'
    | 'resolveProxy'
  >),
})

/** What the app's check handler answers for a page at this address. */
export function askedPermissions(url: string): Record<string, boolean> {
  return Object.fromEntries(
    Object.keys(PERMISSIONS).map((name) => [name, check(null, name, url, { isMainFrame: true, requestingUrl: url })]),
  )
}

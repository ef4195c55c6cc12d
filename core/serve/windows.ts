import { AppError } from '../contract/errors.ts'
import type { HelloFrame } from '../contract/frames.ts'
import type { Caller } from '../contract/method.ts'
import { sameSecret } from '../platform/loopback-guard.ts'

interface Registry {
  openHome(): Caller
  join(windowId: string): Caller | undefined
}

/**
 * Who greets: the token opens the door, the window id says which window; without one it is Home, where there is a Home.
 * A window may have several pages (a duplicated tab, a reload that greets before the old socket's end): each is told apart.
 */
export function createDoor({ token, home, windows }: { token: string; home: boolean; windows: Registry }): (hello: HelloFrame) => Caller {
  // One for all pages of Home: a page of a window is forgotten with its connection, a window is not.
  const homeId = home ? windows.openHome().windowId : undefined
  return (hello) => {
    if (hello.token === undefined || !sameSecret(hello.token, token)) throw new AppError('rpc.unauthorized')
    const windowId = hello.windowId ?? homeId
    const caller = windowId === undefined ? undefined : windows.join(windowId)
    if (!caller) throw new AppError('rpc.unknown_window')
    return caller
  }
}

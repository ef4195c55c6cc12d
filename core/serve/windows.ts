import { AppError } from '../contract/errors.ts'
import type { HelloFrame } from '../contract/frames.ts'
import type { Caller } from '../contract/method.ts'
import { sameSecret } from './guard.ts'

interface Registry {
  openHome(): Caller
  join(windowId: string): Caller | undefined
}

/**
 * Who greets: the token opens the door, the window id says which window; without one it is Home, where there is a Home.
 * A window may have several pages (a duplicated tab, a reload that greets before the old socket's end): each is told apart.
 */
export function createDoor({ token, home, windows }: { token: string; home: boolean; windows: Registry }): (hello: HelloFrame) => Caller {
  return (hello) => {
    if (hello.token === undefined || !sameSecret(hello.token, token)) throw new AppError('rpc.unauthorized')
    if (hello.windowId === undefined && home) return windows.openHome()
    const caller = hello.windowId === undefined ? undefined : windows.join(hello.windowId)
    if (!caller) throw new AppError('rpc.unknown_window')
    return caller
  }
}

import { AppError } from '../contract/errors.ts'
import type { HelloFrame } from '../contract/frames.ts'
import type { Caller } from '../contract/method.ts'
import type { RpcTarget } from '../rpc/index.ts'
import { sameSecret } from './guard.ts'

interface Registry {
  openHome(): Caller
  find(windowId: string): Caller | undefined
}

/** Who greets: the token opens the door, the window id says which window; without one it is Home, where there is a Home. */
export function createDoor({ token, home, windows }: { token: string; home: boolean; windows: Registry }): (hello: HelloFrame) => Caller {
  return (hello) => {
    if (hello.token === undefined || !sameSecret(hello.token, token)) throw new AppError('rpc.unauthorized')
    if (hello.windowId === undefined && home) return windows.openHome()
    const caller = hello.windowId === undefined ? undefined : windows.find(hello.windowId)
    if (!caller) throw new AppError('rpc.unknown_window')
    return caller
  }
}

/**
 * One window may have several sockets: a duplicated tab shares its id, and a reloaded page greets before the old socket's end is
 * noticed. What the window had opened is forgotten only with its last socket.
 */
export function shareWindows(core: RpcTarget): { core: RpcTarget; attached(caller: Caller): Caller } {
  const sockets = new Map<string, number>()
  return {
    attached(caller) {
      sockets.set(caller.windowId, (sockets.get(caller.windowId) ?? 0) + 1)
      return caller
    },
    core: {
      handlers: core.handlers,
      onEvent: (listener) => core.onEvent(listener),
      windows: {
        sees: (windowId, event) => core.windows.sees(windowId, event),
        detach(windowId) {
          const left = (sockets.get(windowId) ?? 1) - 1
          if (left > 0) return void sockets.set(windowId, left)
          sockets.delete(windowId)
          core.windows.detach(windowId)
        },
      },
    },
  }
}

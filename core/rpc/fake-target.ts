import { AppError } from '../contract/errors.ts'
import type { HostEvent } from '../contract/events.ts'
import type { RpcHandlers } from '../contract/index.ts'
import type { CallContext, Caller } from '../contract/method.ts'
import type { RpcTarget } from './connection.ts'

/** A stand-in for the core that shows what reached it; for the transport suite. */
export interface FakeTarget extends RpcTarget {
  /** Announces to every connection. */
  emit(event: HostEvent): void
  /** Contexts of calls that reached a handler, in order, by method. */
  readonly reached: { method: string; context: CallContext }[]
  readonly detached: string[]
  readonly listening: () => number
}

export const fakeCaller: Caller = { windowId: 'window-1', projectId: 'project-1' }

/** The notice numbered `seq`; windows see those of the session `seen` only. */
export function notice(seq: number, { sessionId = 'seen', message = '' } = {}): HostEvent {
  return {
    type: 'notice',
    seq,
    ts: '2026-01-01T00:00:00.000Z',
    sessionId,
    turnId: '',
    level: 'info',
    code: 'test.notice',
    message,
    params: {},
  }
}

export function createFakeTarget(): FakeTarget {
  const listeners = new Set<(event: HostEvent) => void>()
  const reached: FakeTarget['reached'] = []
  const detached: string[] = []
  const handlers = {
    files: {
      // Answers its input, later the shorter it is, so that answers overtake each other.
      async reference({ path }: { path: string }, context: CallContext) {
        reached.push({ method: 'files.reference', context })
        await turns(Math.max(0, 20 - path.length))
        return { path: path === 'huge' ? 'x'.repeat(16_100_000) : path === 'large' ? 'x'.repeat(2_000_000) : path }
      },
    },
    projects: {
      async forget({ projectId }: { projectId: string }, context: CallContext) {
        reached.push({ method: 'projects.forget', context })
        const problem = projectId === 'huge' ? 'x'.repeat(16_100_000) : 'gone'
        throw new AppError('rpc.invalid_input', { params: { method: 'projects.forget', field: 'projectId', problem } })
      },
      async current() {
        throw new TypeError('secret stack of ours')
      },
    },
    windows: {
      // Waits until the caller gives up.
      pickFolder(_: unknown, context: CallContext) {
        reached.push({ method: 'windows.pickFolder', context })
        return new Promise((_resolve, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)))
      },
    },
  }
  return {
    redact: (text) => text,
    handlers: handlers as unknown as RpcHandlers,
    windows: {
      sees: (windowId, event) => windowId === fakeCaller.windowId && (!('sessionId' in event) || event.sessionId === 'seen'),
      detach: (windowId) => void detached.push(windowId),
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (event) => listeners.forEach((listener) => listener(event)),
    reached,
    detached,
    listening: () => listeners.size,
  }
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve()
}

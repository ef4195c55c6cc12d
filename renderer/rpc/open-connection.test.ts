import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ClientTransport } from '../../core/contract/client.ts'
import type { ClientFrame, HostFrame } from '../../core/contract/frames.ts'
import { PROTOCOL_VERSION } from '../../core/contract/protocol.ts'
import type { ConnectionState } from './connection.ts'
import { keepConnected } from './open-connection.ts'

/** One connection of the page, with the host's end in the test's hands. */
class Wire implements ClientTransport {
  readonly sent: ClientFrame[] = []
  onFrameListener: (frame: HostFrame) => void = () => undefined
  onCloseListener: (reason: string) => void = () => undefined

  send(frame: ClientFrame): void {
    this.sent.push(frame)
  }
  onFrame(listener: (frame: HostFrame) => void): () => void {
    this.onFrameListener = listener
    return () => undefined
  }
  onClose(listener: (reason: string) => void): () => void {
    this.onCloseListener = listener
    return () => undefined
  }
  close(): void {}
  async greet(): Promise<void> {
    this.onFrameListener({ type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '0' })
    await Promise.resolve()
    await Promise.resolve()
  }
}

function connected() {
  const wires: Wire[] = []
  const states: ConnectionState['kind'][] = []
  const connection = keepConnected({
    connect: () => {
      const wire = new Wire()
      wires.push(wire)
      return wire
    },
    identity: { token: 'secret', windowId: 'w1' },
    pathForFile: () => undefined,
  })
  connection.onState((state) => states.push(state.kind))
  return { connection, wires, states }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows its token and window with the first frame of every connection', () => {
  const { wires } = connected()
  expect(wires[0]?.sent[0]).toMatchObject({ type: 'hello', token: 'secret', windowId: 'w1' })
})

it('connects again after a loss, ever more patiently, and calls go to the new connection', async () => {
  const { connection, wires, states } = connected()
  await wires[0]?.greet()
  wires[0]?.onCloseListener('gone')
  await expect(connection.client.sessions.list({})).rejects.toMatchObject({ code: 'rpc.closed' })
  await vi.advanceTimersByTimeAsync(250)
  expect(wires).toHaveLength(2)
  wires[1]?.onCloseListener('gone')
  await vi.advanceTimersByTimeAsync(250)
  expect(wires).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(250)
  expect(wires).toHaveLength(3)
  await wires[2]?.greet()
  expect(states).toEqual(['open', 'lost', 'lost', 'open'])

  const answer = connection.client.sessions.list({})
  expect(wires[2]?.sent.at(-1)).toMatchObject({ type: 'call', method: 'sessions.list' })
  wires[2]?.onFrameListener({ type: 'ok', id: 1, output: [] })
  await expect(answer).resolves.toEqual([])
})

it('does not knock again where it was refused', async () => {
  const { connection, wires } = connected()
  wires[0]?.onFrameListener({ type: 'error', id: 0, error: { code: 'rpc.unauthorized', message: '', fix: '', params: {} } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wires).toHaveLength(1)
  expect(connection.state()).toMatchObject({ kind: 'refused', error: { code: 'rpc.unauthorized' } })
})

it('hands on events of every connection', async () => {
  const { connection, wires } = connected()
  const events: string[] = []
  connection.onEvent((event) => events.push(event.type))
  await wires[0]?.greet()
  wires[0]?.onFrameListener({ type: 'event', event: { type: 'settings.changed' } })
  wires[0]?.onCloseListener('gone')
  await vi.advanceTimersByTimeAsync(250)
  await wires[1]?.greet()
  wires[1]?.onFrameListener({ type: 'event', event: { type: 'providers.changed' } })
  expect(events).toEqual(['settings.changed', 'providers.changed'])
})

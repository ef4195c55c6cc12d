import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { expect, it, vi } from 'vitest'
import type { ClientTransport } from '../contract/client.ts'
import { PROTOCOL_VERSION } from '../contract/protocol.ts'
import { createFakeTarget, fakeCaller, notice } from '../rpc/fake-target.ts'
import { describeTransport, type WireOptions } from '../rpc/transport-suite.ts'
import { createBridge } from './bridge.ts'

describeTransport('a WebSocket', async (options) => {
  const { socket, stop } = await openSocket(options)
  return {
    transport: socketTransport(socket),
    sendRaw: (value) => socket.send(JSON.stringify(value)),
    endFromHost: () => void stop(),
    stall() {
      socket.pause()
      return () => socket.resume()
    },
    stop,
  }
})

it('cuts off a client that does not read, instead of keeping what it owes', async () => {
  const target = createFakeTarget()
  const { socket, stop } = await openSocket({ core: target, resolveHello: () => fakeCaller, appVersion: '1', onBug: () => undefined })
  socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '1' }))
  await vi.waitFor(() => expect(target.listening()).toBe(1))
  socket.pause()
  const message = 'x'.repeat(500_000)
  for (let seq = 1; seq <= 60; seq++) target.emit(notice(seq, { message }))
  await vi.waitFor(() => expect([target.listening(), target.detached]).toEqual([0, [fakeCaller.windowId]]))
  await stop()
})

it.each([
  ['text that is no JSON', 'hello'],
  ['bytes', Buffer.from('{}')],
])('ends the connection on %s', async (_, data) => {
  const target = createFakeTarget()
  const { socket, stop } = await openSocket({ core: target, resolveHello: () => fakeCaller, appVersion: '1', onBug: () => undefined })
  const closed = new Promise((resolve) => socket.once('close', (_code, reason) => resolve(String(reason))))
  socket.send(data)
  expect(await closed).toBe('rpc.invalid_frame')
  await stop()
})

async function openSocket(options: WireOptions): Promise<{ socket: WebSocket; stop: () => Promise<void> }> {
  const bridge = await createBridge(options)
  const server = createServer().on('upgrade', bridge.accept)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/bridge`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    socket,
    async stop() {
      socket.terminate()
      bridge.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function socketTransport(socket: WebSocket): ClientTransport {
  return {
    send: (frame) => socket.send(JSON.stringify(frame)),
    onFrame(listener) {
      const onMessage = (data: unknown): void => listener(JSON.parse(String(data)))
      socket.on('message', onMessage)
      return () => socket.off('message', onMessage)
    },
    onClose(listener) {
      socket.on('close', (_, reason) => listener(String(reason)))
      return () => undefined
    },
    close: () => socket.close(),
  }
}

import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import type { ClientTransport } from '../../core/contract/client.ts'
import type { HostFrame } from '../../core/contract/frames.ts'
import { PROTOCOL_VERSION } from '../../core/contract/protocol.ts'
import { serveConnection } from '../../core/rpc/index.ts'
import { createFakeTarget, fakeCaller } from '../../core/rpc/fake-target.ts'
import { describeTransport } from '../../core/rpc/transport-suite.ts'
import { FRAME_CHANNEL } from '../preload/channel.ts'
import { fakeWindow } from './fake-window.ts'
import { carryFrames, type FrameContents } from './transport.ts'

function transportOf(
  { page, send }: Pick<ReturnType<typeof fakeWindow>, 'page' | 'send'>,
  onClose: ClientTransport['onClose'],
  close: () => void,
): ClientTransport {
  return {
    send: (frame) => send(frame),
    onFrame(listener) {
      const hear = (_event: unknown, frame: HostFrame): void => listener(frame)
      page.on(FRAME_CHANNEL, hear)
      return () => page.off(FRAME_CHANNEL, hear)
    },
    onClose,
    close,
  }
}

describeTransport('Electron', async (options) => {
  const window = fakeWindow()
  carryFrames(window.contents as unknown as FrameContents, (wire) => serveConnection({ ...options, ...wire }))
  const closing = new EventEmitter()
  const end = (): void => {
    window.destroy()
    closing.emit('closed', 'window closed')
  }
  return {
    transport: transportOf(
      window,
      (listener) => {
        closing.on('closed', listener)
        return () => closing.off('closed', listener)
      },
      end,
    ),
    sendRaw: (value) => window.send(value),
    endFromHost: end,
    stop: async () => end(),
  }
})

const hello = { type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '1' }
const ask = (id: number) => ({ type: 'call', id, method: 'files.reference', input: { path: 'a' } })
const wait = { type: 'call', id: 1, method: 'windows.pickFolder', input: {} }

function served() {
  const window = fakeWindow()
  const target = createFakeTarget()
  const got: HostFrame[] = []
  window.page.on(FRAME_CHANNEL, (_event, frame: HostFrame) => got.push(frame))
  carryFrames(window.contents as unknown as FrameContents, (wire) =>
    serveConnection({ core: target, resolveHello: () => fakeCaller, appVersion: '1', onBug: () => undefined, ...wire }),
  )
  return { window, target, got, types: () => got.map(({ type }) => type) }
}

it.each([
  ['a frame inside the page', { url: 'mewcode-app://app/' }],
  ['a frame that has navigated away', null],
])('does not hear %s', async (_, senderFrame) => {
  const { window, target, types } = served()
  window.send(hello, senderFrame)
  window.send(ask(1), senderFrame)
  window.send(hello)
  await vi.waitFor(() => expect(types()).toEqual(['hello']))
  expect(target.reached).toEqual([])
})

it.each([
  'https://example.com/',
  'mewcode-app://app.evil/',
  'mewcode-app://app@evil/',
  'mewcode-app://evil/app/',
  'file:///app/',
  'mewcode://app/',
])('does not hear the main frame at %s', async (url) => {
  const { window, target, types } = served()
  window.arrive(url)
  window.send(hello)
  window.send(ask(1))
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  expect([types(), target.reached]).toEqual([[], []])
})

it("aborts the old page's calls on a reload and serves the new page", async () => {
  const { window, target, got, types } = served()
  window.send(hello)
  window.send(wait)
  await vi.waitFor(() => expect(target.reached).toHaveLength(1))
  window.startNavigation()
  window.arrive()
  expect(target.reached[0]?.context.signal.aborted).toBe(true)
  expect(target.detached).toEqual([fakeCaller.windowId])
  window.send(hello)
  window.send(ask(1))
  await vi.waitFor(() => expect(types()).toEqual(['hello', 'hello', 'ok']))
  expect(got.at(-1)).toMatchObject({ id: 1 })
})

it("aborts a crashed page's calls and serves the page that comes after it", async () => {
  const { window, target, types } = served()
  window.send(hello)
  window.send(wait)
  await vi.waitFor(() => expect(target.reached).toHaveLength(1))
  window.crash()
  expect([target.reached[0]?.context.signal.aborted, target.detached]).toEqual([true, [fakeCaller.windowId]])
  window.send(hello)
  window.send(ask(1))
  await vi.waitFor(() => expect(types()).toEqual(['hello', 'hello', 'ok']))
})

it('keeps the new page connected when it greets before its navigation is announced', async () => {
  const { window, target, types } = served()
  window.send(hello)
  await vi.waitFor(() => expect(types()).toEqual(['hello']))
  window.startNavigation()
  window.send(hello)
  await vi.waitFor(() => expect(types()).toEqual(['hello', 'hello']))
  window.arrive()
  window.send(ask(1))
  await vi.waitFor(() => expect(types()).toEqual(['hello', 'hello', 'ok']))
  expect(target.listening()).toBe(1)
})

it('keeps the connection when a navigation was refused, stayed in the page, or was inside a frame', async () => {
  const { window, types } = served()
  window.send(hello)
  await vi.waitFor(() => expect(types()).toEqual(['hello']))
  window.startNavigation({ isMainFrame: false })
  window.arrive()
  window.startNavigation({ isSameDocument: true })
  window.startNavigation()
  window.send(ask(1))
  await vi.waitFor(() => expect(types()).toEqual(['hello', 'ok']))
})

it('lets a page whose connection ended greet again', async () => {
  const { window, types } = served()
  window.send(hello)
  window.send({ type: 'nonsense' })
  window.send(hello)
  window.send(ask(1))
  await vi.waitFor(() => expect(types()).toEqual(['hello', 'error', 'hello', 'ok']))
})

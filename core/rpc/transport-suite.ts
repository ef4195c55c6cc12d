import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient, RpcError, type ClientTransport, type RpcConnection } from '../contract/client.ts'
import { PROTOCOL_VERSION } from '../contract/protocol.ts'
import type { HostEvent } from '../contract/events.ts'
import { createFakeTarget, fakeCaller, notice, type FakeTarget } from './fake-target.ts'
import type { ConnectionOptions } from './connection.ts'

/** A host that serves with the given options, and one client's wire to it. */
export interface Wire {
  readonly transport: ClientTransport
  /** Puts any value on the wire, as a hostile page could. */
  sendRaw(value: unknown): void
  /** Ends the connection from the host's side. */
  endFromHost(): void
  /** Stops reading at the client's end until the answer is called; where the wire has such a thing. */
  stall?(): () => void
  /** Closes what the factory opened. */
  stop(): Promise<void>
}

/** What the factory hands to `serveConnection`; the caller is `fakeCaller`. */
export type WireOptions = Pick<ConnectionOptions, 'core' | 'resolveHello' | 'appVersion' | 'onBug' | 'parseOutput'>

const malformed: [string, unknown][] = [
  ['text', 'hello'],
  ['nothing', null],
  ['a list', []],
  ['an unknown type', { type: 'eval', id: 1 }],
  ['a call without an id', { type: 'call', method: 'files.reference', input: {} }],
  ['a call with a text id', { type: 'call', id: '1', method: 'files.reference', input: {} }],
  ["a call with the connection's id", { type: 'call', id: 0, method: 'files.reference', input: {} }],
  ['a second greeting', { type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '1' }],
]

const notMethods = [
  'nothing.here',
  'files',
  'files.',
  'files.reference.call',
  '__proto__.toString',
  'constructor.name',
  'files.constructor',
]

/** What every transport must do; each runs it over its own wire. */
export function describeTransport(name: string, connect: (options: WireOptions) => Promise<Wire>): void {
  describe(`the contract over ${name}`, () => {
    const wires: Wire[] = []
    afterEach(async () => {
      for (const wire of wires.splice(0)) await wire.stop()
    })

    async function open(hello = true): Promise<{ wire: Wire; client: RpcConnection; target: FakeTarget; bugs: unknown[] }> {
      const target = createFakeTarget()
      const bugs: unknown[] = []
      const wire = await connect({
        core: target,
        resolveHello: () => fakeCaller,
        appVersion: '9.9.9',
        onBug: (error) => bugs.push(error),
        parseOutput: true,
      })
      wires.push(wire)
      const client = createClient(wire.transport, { hello: { appVersion: '9.9.9' } })
      if (hello) await client.ready
      return { wire, client, target, bugs }
    }

    it('greets, answers a call and tells the handler who calls', async () => {
      const { client, target } = await open(false)
      const answer = client.rpc.files.reference({ path: 'src/ä 中文 🦀.ts' })
      expect(await client.ready).toEqual({ type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '9.9.9' })
      expect(await answer).toEqual({ path: 'src/ä 中文 🦀.ts' })
      expect(target.reached.map(({ method, context }) => [method, context.caller])).toEqual([['files.reference', fakeCaller]])
    })

    it('gives every call its own answer when answers overtake each other', async () => {
      const { client } = await open()
      const paths = Array.from({ length: 60 }, (_, i) => 'p'.repeat(i % 30) + i)
      const answers = await Promise.all(paths.map((path) => client.rpc.files.reference({ path })))
      expect(answers.map(({ path }) => path)).toEqual(paths)
    })

    it('brings an application error across with code, sentences and parameters', async () => {
      const { client, bugs } = await open()
      const error = await client.rpc.projects.forget({ projectId: 'x' }).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(RpcError)
      expect(error).toMatchObject({
        code: 'rpc.invalid_input',
        message: 'The call projects.forget was refused: projectId: gone',
        fix: 'Correct the value of projectId.',
        params: { method: 'projects.forget', field: 'projectId', problem: 'gone' },
      })
      expect(bugs).toEqual([])
    })

    it('logs a fault of its own here and says only `internal` there', async () => {
      const { client, bugs } = await open()
      await expect(client.rpc.projects.current({})).rejects.toMatchObject({ code: 'internal' })
      expect(bugs).toEqual([expect.any(TypeError)])
    })

    it('refuses bad input by the name of the field, before any handler', async () => {
      const { client, target } = await open()
      const wrong = { path: 7 } as unknown as { path: string }
      await expect(client.rpc.files.reference(wrong)).rejects.toMatchObject({ code: 'rpc.invalid_input', params: { field: 'path' } })
      expect(target.reached).toEqual([])
    })

    it('aborts the handler of a cancelled call and goes on', async () => {
      const { client, target, bugs } = await open()
      const controller = new AbortController()
      const call = client.rpc.windows.pickFolder({}, { signal: controller.signal })
      await vi.waitFor(() => expect(target.reached).toHaveLength(1))
      controller.abort(new Error('enough'))
      await expect(call).rejects.toThrow('enough')
      await vi.waitFor(() => expect(target.reached[0]?.context.signal.aborted).toBe(true))
      expect(await client.rpc.files.reference({ path: 'still here' })).toEqual({ path: 'still here' })
      expect(bugs).toEqual([])
    })

    it('does not send a call that was cancelled before it began', async () => {
      const { client, target } = await open()
      await expect(client.rpc.files.reference({ path: 'a' }, { signal: AbortSignal.abort('no') })).rejects.toBe('no')
      await client.rpc.files.reference({ path: 'b' })
      expect(target.reached).toHaveLength(1)
    })

    it('delivers 1,000 events in order and without a gap, between calls', async () => {
      const { client, target } = await open()
      const seen: number[] = []
      client.onEvent((event) => 'seq' in event && seen.push(event.seq))
      for (let seq = 1; seq <= 1000; seq++) {
        target.emit(notice(seq))
        if (seq % 100 === 0) await client.rpc.files.reference({ path: 'between' })
      }
      await vi.waitFor(() => expect(seen).toHaveLength(1000))
      expect(seen).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1))
    })

    it('delivers only events the window may see', async () => {
      const { client, target } = await open()
      const seen: HostEvent[] = []
      client.onEvent((event) => seen.push(event))
      target.emit(notice(1, { sessionId: "another project's" }))
      target.emit({ type: 'projects.changed' })
      await vi.waitFor(() => expect(seen).toEqual([{ type: 'projects.changed' }]))
    })

    it('carries values of almost 1 MB both ways, whole', async () => {
      const { client } = await open()
      const path = '中'.repeat(330_000)
      expect((await client.rpc.files.reference({ path })).path === path).toBe(true)
    })

    it('refuses over 1 MB from the window and over 16 MB from the host, and goes on', async () => {
      const { client, target } = await open()
      await expect(client.rpc.files.reference({ path: '中'.repeat(340_000) })).rejects.toMatchObject({ code: 'rpc.too_large' })
      expect(target.reached).toEqual([])
      await expect(client.rpc.files.reference({ path: 'huge' })).rejects.toMatchObject({ code: 'rpc.too_large' })
      await expect(client.rpc.projects.forget({ projectId: 'huge' })).rejects.toMatchObject({ code: 'rpc.too_large' })
      expect((await client.rpc.files.reference({ path: 'large' })).path).toHaveLength(2_000_000)
      expect(await client.rpc.files.reference({ path: 'small' })).toEqual({ path: 'small' })
    })

    it('rejects open and later calls when the client closes, aborts their handlers and lets the window go', async () => {
      const { client, target } = await open()
      const open1 = client.rpc.windows.pickFolder({})
      await vi.waitFor(() => expect(target.reached).toHaveLength(1))
      const reasons: string[] = []
      client.onClose((reason) => reasons.push(reason.code))
      client.close()
      await expect(open1).rejects.toMatchObject({ code: 'rpc.closed' })
      await expect(client.rpc.files.reference({ path: 'late' })).rejects.toMatchObject({ code: 'rpc.closed' })
      await vi.waitFor(() => expect(target.detached).toEqual([fakeCaller.windowId]))
      expect(target.reached[0]?.context.signal.aborted).toBe(true)
      expect([reasons, target.listening()]).toEqual([['rpc.closed'], 0])
    })

    it('rejects open calls when the host goes away', async () => {
      const { wire, client, target } = await open()
      const call = client.rpc.windows.pickFolder({})
      call.catch(() => undefined)
      await vi.waitFor(() => expect(target.reached).toHaveLength(1))
      wire.endFromHost()
      await expect(call).rejects.toMatchObject({ code: 'rpc.closed' })
      await vi.waitFor(() => expect(target.detached).toEqual([fakeCaller.windowId]))
    })

    it.each(notMethods)('answers `rpc.unknown_method` to %s', async (method) => {
      const { wire, client, target } = await open()
      const answer = new Promise((resolve) => wire.transport.onFrame((frame) => frame.type === 'error' && resolve(frame.error)))
      wire.sendRaw({ type: 'call', id: 77, method, input: {} })
      expect(await answer).toMatchObject({ code: 'rpc.unknown_method', params: { method } })
      expect(await client.rpc.files.reference({ path: 'ok' })).toEqual({ path: 'ok' })
      expect(target.reached).toHaveLength(1)
    })

    it.each(malformed)('ends the connection on %s', async (_, frame) => {
      const { wire, client } = await open()
      const reason = new Promise<RpcError>((resolve) => client.onClose(resolve))
      wire.sendRaw(frame)
      expect((await reason).code).toBe('rpc.invalid_frame')
    })

    it('ends the connection on the id of a call that is still open', async () => {
      const { wire, client } = await open()
      const reason = new Promise<RpcError>((resolve) => client.onClose(resolve))
      wire.sendRaw({ type: 'call', id: 5, method: 'windows.pickFolder', input: {} })
      wire.sendRaw({ type: 'call', id: 5, method: 'windows.pickFolder', input: {} })
      expect((await reason).code).toBe('rpc.invalid_frame')
    })

    it('refuses another protocol number and a call before the greeting', async () => {
      for (const [frame, code] of [
        [{ type: 'hello', protocol: 99, appVersion: '1' }, 'rpc.protocol'],
        [{ type: 'call', id: 1, method: 'files.reference', input: { path: 'a' } }, 'rpc.invalid_frame'],
      ] as const) {
        const target = createFakeTarget()
        const wire = await connect({ core: target, resolveHello: () => fakeCaller, appVersion: '1', onBug: () => undefined })
        wires.push(wire)
        const answer = new Promise((resolve) => wire.transport.onFrame(resolve))
        wire.sendRaw(frame)
        expect(await answer).toMatchObject({ type: 'error', id: 0, error: { code } })
        expect(target.reached).toEqual([])
      }
    })

    it('gives a slow reader every event in order or ends the connection, never a hole', async () => {
      const { wire, client, target } = await open()
      const seen: number[] = []
      let ended = false
      client.onEvent((event) => 'seq' in event && seen.push(event.seq))
      client.onClose(() => (ended = true))
      const resume = wire.stall?.()
      const message = 'x'.repeat(100_000)
      for (let seq = 1; seq <= 300; seq++) {
        target.emit(notice(seq, { message }))
        await Promise.resolve()
      }
      resume?.()
      await vi.waitFor(() => expect(ended || seen.length === 300).toBe(true), { timeout: 5000 })
      expect(seen).toEqual(seen.map((_, i) => i + 1))
    })
  })
}

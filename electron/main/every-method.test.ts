import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { HostFrame } from '../../core/contract/frames.ts'
import { contract, type RpcHandlers } from '../../core/contract/index.ts'
import type { Method } from '../../core/contract/method.ts'
import { PROTOCOL_VERSION } from '../../core/contract/protocol.ts'
import { createFakeTarget, fakeCaller } from '../../core/rpc/fake-target.ts'
import { serveConnection } from '../../core/rpc/index.ts'
import { FRAME_CHANNEL } from '../preload/channel.ts'
import { fakeWindow } from './fake-window.ts'
import { carryFrames, type FrameContents } from './transport.ts'

// What a page that is not ours any more could send to every method, through the door of the desktop app.

const METHODS = Object.entries(contract).flatMap(([domain, methods]) =>
  Object.entries<Method>(methods).map(([name, { input }]) => ({ name: `${domain}.${name}`, input })),
)
const HELLO = { type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '1' }

/** A page at the door; its calls come to handlers that only note what reached them. */
function page(extra: object = {}) {
  const window = fakeWindow()
  const got: HostFrame[] = []
  const reached: { name: string; input: unknown }[] = []
  const note = (name: string) => async (input: unknown) => (reached.push({ name, input }), {})
  const handlers = Object.fromEntries(
    Object.entries(contract).map(([domain, methods]) => [
      domain,
      Object.fromEntries(Object.keys(methods).map((name) => [name, note(`${domain}.${name}`)])),
    ]),
  )
  const core = { ...createFakeTarget(), handlers: { ...handlers, ...extra } as unknown as RpcHandlers }
  const bugs: unknown[] = []
  window.page.on(FRAME_CHANNEL, (_event, frame: HostFrame) => got.push(frame))
  carryFrames(window.contents as unknown as FrameContents, (wire) =>
    serveConnection({ core, resolveHello: () => fakeCaller, appVersion: '1', onBug: (error) => bugs.push(error), ...wire }),
  )
  return {
    reached,
    bugs,
    send: window.send,
    /** The answers to one call a method; the error's code, or what reached the handler. */
    async codes(inputs: readonly (readonly [method: string, input: unknown])[], sender?: unknown): Promise<string[]> {
      const frames = [HELLO, ...inputs.map(([method, input], at) => ({ type: 'call', id: at + 1, method, input }))]
      for (const frame of frames) window.send(frame, sender)
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
      return got.flatMap((frame) => (frame.type === 'error' ? frame.error.code : frame.type === 'ok' ? 'reached' : []))
    },
  }
}
const toAll = (input: unknown): [string, unknown][] => METHODS.map(({ name }) => [name, input])
const all = (code: string): string[] => METHODS.map(() => code)

describe.each(['electron/main', 'electron/preload'])('%s', (folder) => {
  it('has one way in, and its name is in one place', async () => {
    const sources = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^fake-/.test(name))
    const doors = sources.filter((name) =>
      /ipcMain|\bipc\.|ipcRenderer\.(invoke|sendSync|postMessage)|MessageChannelMain|MessagePort/.test(read(name)),
    )
    function read(name: string): string {
      return readFileSync(join(folder, name), 'utf8')
    }
    expect(doors).toEqual(folder === 'electron/main' ? ['transport.ts'] : [])
    expect(sources.filter((name) => /FRAME_CHANNEL =|'frame'/.test(read(name)))).toEqual(folder === 'electron/main' ? [] : ['channel.ts'])
  })
})

it.each([
  ['nothing', null],
  ['no value', undefined],
  ['text', 'x'],
  ['a number', 7],
  ['a list', [{}]],
  ['a date', new Date(0)],
  ['a map', new Map([['path', '/']])],
  ['bytes', new Uint8Array(1_000)],
  ['a large integer', { id: 7n }],
])('%s in the place of its input reaches no method', async (_kind, input) => {
  const { codes, reached, bugs } = page()
  expect(await codes(toAll(input))).toEqual(all('rpc.invalid_input'))
  expect([reached, bugs]).toEqual([[], []])
})

const ring: Record<string, unknown> = {}
ring['ring'] = [ring]
const laughs = Array.from({ length: 12 }).reduce<unknown>((inner) => Array.from({ length: 10 }, () => inner), 'ha')

it.each([
  ['8 MB of text', { text: 'x'.repeat(8_000_000) }],
  ['8 MB of a name', { ['x'.repeat(8_000_000)]: 1 }],
  ['a ring', ring],
  ['a list of two thousand million nothings', { list: Array(2_000_000_000) }],
  ['a list that repeats itself a million million times', { laughs }],
])('%s costs nothing and reaches no method', async (_kind, input) => {
  const { codes, reached, bugs } = page()
  // Before a method is looked for: one is as good as all.
  expect(await codes([['files.reference', input]])).toEqual(['rpc.too_large'])
  expect([reached, bugs]).toEqual([[], []])
})

it('names of every object’s prototype, and names nobody knows, come to no handler', async () => {
  const input: unknown = JSON.parse('{"__proto__":{"isPlanted":true},"constructor":{"prototype":{"isPlanted":true}},"nobodyKnows":1}')
  const { codes, reached } = page()
  expect(await codes(toAll(input))).toHaveLength(METHODS.length)
  // Those that need nothing are reached, by what they know alone.
  expect(reached.length).toBeGreaterThan(20)
  for (const { name, input: given } of reached) {
    const names = Object.keys(given as object).filter((key) => ['__proto__', 'constructor', 'nobodyKnows'].includes(key))
    expect([name, names, Reflect.get(given as object, 'isPlanted')]).toEqual([name, [], undefined])
  }
  expect(Reflect.has({}, 'isPlanted')).toBe(false)
})

it.each([
  ['a frame of another origin', { url: 'https://example.com/' }],
  ['a frame of ours inside the page', { url: 'mewcode-app://app/' }],
  ['a frame that has navigated away', null],
])('%s reaches no method and gets no answer', async (_kind, sender) => {
  const { codes, reached } = page()
  expect(await codes(toAll({}), sender)).toEqual([])
  expect(reached).toEqual([])
})

it('a handler without a schema is not reached', async () => {
  const run = async (): Promise<object> => ({})
  const { codes } = page({ evil: { run }, files: { run } })
  expect(
    await codes([
      ['evil.run', {}],
      ['files.run', {}],
      ['files.reference', { path: 'a' }],
    ]),
  ).toEqual(all('rpc.unknown_method').slice(0, 3))
})

it('every place of every input has a type; what may hold anything is named here, with who judges it', () => {
  const open = METHODS.flatMap(({ name, input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    return placesOfAnything(schema, name, schema)
  })
  expect(open).toEqual([
    // The tool's own schema, as it judges what a model writes.
    'permissions.check.input',
    // The server's own schema, over there.
    'mcp.call.arguments.*',
    // The schema of an entry, with every problem named.
    'mcp.add.entry.*',
    'mcp.test.arguments.*',
    // Only handed to rules under test.
    'hooks.test.payload.*',
  ])
})

interface Schema {
  readonly [key: string]: unknown
}

/** Paths under which any value is taken. */
function placesOfAnything(schema: Schema, at: string, root: Schema, seen = new Set<unknown>()): string[] {
  const { $schema: _dialect, default: _usual, description: _words, ...rules } = schema
  if (Object.keys(rules).length === 0) return [at]
  const into = (inner: unknown, place: string): string[] =>
    typeof inner === 'object' && inner !== null ? placesOfAnything(inner as Schema, place, root, seen) : []
  if (typeof rules['$ref'] === 'string') {
    const path = rules['$ref'].split('/').slice(1)
    const target = path.reduce<unknown>((owner, key) => (owner as Schema)[key], root)
    if (seen.has(target)) return []
    seen.add(target)
    return into(target, at)
  }
  return [
    ...Object.entries((rules['properties'] ?? {}) as Schema).flatMap(([key, inner]) => into(inner, `${at}.${key}`)),
    ...into(rules['items'], `${at}[]`),
    ...into(rules['additionalProperties'], `${at}.*`),
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) => ((rules[key] ?? []) as unknown[]).flatMap((inner) => into(inner, at))),
  ]
}

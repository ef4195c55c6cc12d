import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import {
  connectCore,
  startModelServer,
  type ConnectedCore,
  type ConnectCoreOptions,
  type ModelServer,
  type ModelStep,
} from '../testing/index.ts'

let open: ConnectedCore | undefined
let other: ModelServer | undefined
afterEach(async () => {
  const closing = [open, other]
  open = other = undefined
  for (const one of closing) await one?.close()
})

const overloaded: ModelStep = { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } }

/** A core whose provider falls back to a chat completions server. */
async function connect(script: ConnectCoreOptions['script'], { retries, steps }: { retries: number; steps: readonly ModelStep[] }) {
  other = await startModelServer({ protocol: 'openai', script: steps })
  open = await connectCore({ script: script ?? [], providerYaml: `    max_retries: ${retries}\n    fallback: spare\n` })
  const file = join(open.platform.paths.home, 'config.yaml')
  writeFileSync(
    file,
    `${readFileSync(file, 'utf8')}  - name: spare\n    protocol: openai\n    base_url: "${other.baseUrl}"\n    api_key: none\n    model: spare-1\n`,
  )
  return { app: open, spare: other }
}

it('takes the turn over once tries are used up, says so, and does the rest of the turn', async () => {
  const read = { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }
  const { app, spare } = await connect([read, overloaded, { text: 'back' }], { retries: 0, steps: [read, { text: 'done' }] })
  const sessionId = await app.newSession()
  const end = await app.run('go', { sessionId })
  expect(end).toMatchObject({ stopReason: 'end_turn', text: 'done' })
  expect(app.events.of('notice').map(({ code, params }) => [code, params['fallback'], params['model']])).toEqual([
    ['provider.switched', 'spare', 'spare-1'],
  ])
  expect(app.events.of('retry')).toEqual([])
  expect([app.model.requests.length, spare.requests.length]).toEqual([2, 2])
  // What the first model called and heard goes along; its own blocks do not.
  expect(JSON.stringify(spare.requests[0]?.body['messages'])).toContain('read_file')
  expect(spare.refusals).toEqual([])
  // The next prompt asks the first again, which finds its own blocks as they were.
  expect(await app.run('again', { sessionId })).toMatchObject({ stopReason: 'end_turn', text: 'back' })
})

it('takes over at once from a server that asks for more patience than two minutes', async () => {
  const { app } = await connect([{ ...overloaded, status: 429, headers: { 'retry-after': '300' } }], {
    retries: 5,
    steps: [{ text: 'done' }],
  })
  expect(await app.run('go')).toMatchObject({ stopReason: 'end_turn', text: 'done' })
  expect(app.model.requests).toHaveLength(1)
})

it('takes back what the broken answer had said', async () => {
  const { app } = await connect([{ text: 'half an ans', cutAfter: 5 }], { retries: 0, steps: [{ text: 'whole' }] })
  expect(await app.run('go')).toMatchObject({ text: 'whole' })
  expect(app.events.of('stream.discarded')).toHaveLength(1)
})

it('leaves alone what no other model would mend', async () => {
  const { app, spare } = await connect([{ status: 401 }], { retries: 0, steps: [{ text: 'never' }] })
  expect(await app.run('go')).toMatchObject({ stopReason: 'error', error: { code: 'provider.auth' } })
  expect(spare.requests).toEqual([])
})

it('ends with how long to wait where there is no fallback', async () => {
  open = await connectCore({ options: { headless: true }, script: [{ ...overloaded, status: 429, headers: { 'retry-after': '300' } }] })
  const end = await open.run('go')
  expect(end).toMatchObject({ stopReason: 'error', error: { code: 'provider.rate_limited', params: { retryAfterMs: '300000' } } })
})

it('waits as long as the vendor asks where a person watches, and tries at once when they say so', async () => {
  const busy = { ...overloaded, status: 429, headers: { 'retry-after': '300' } }
  open = await connectCore({ script: [busy, { text: 'worth it' }] })
  const sessionId = await open.newSession()
  await open.rpc.turns.retryNow({ sessionId })
  await open.rpc.turns.start({ sessionId, text: 'go' })
  const retry = await open.events.waitFor('retry')
  expect(retry).toMatchObject({ attempt: 1, code: 'provider.rate_limited', params: { provider: 'fake' } })
  expect(retry.delayMs).toBeGreaterThanOrEqual(300_000)
  expect((await open.rpc.sessions.open({ sessionId })).retry).toMatchObject({ code: 'provider.rate_limited', params: { provider: 'fake' } })
  await open.rpc.turns.retryNow({ sessionId })
  expect(await open.events.waitFor('turn.finished')).toMatchObject({ stopReason: 'end_turn', text: 'worth it' })
})

it('a wait is ended by stopping the turn, too', async () => {
  open = await connectCore({ script: [{ ...overloaded, status: 429, headers: { 'retry-after': '300' } }] })
  const sessionId = await open.newSession()
  await open.rpc.turns.start({ sessionId, text: 'go' })
  await open.events.waitFor('retry')
  await open.rpc.turns.cancel({ sessionId })
  expect(open.events.of('turn.finished')).toMatchObject([{ stopReason: 'cancelled' }])
})

it('takes over from a provider that rests after five failures, in the middle of its tries', async () => {
  let ahead = 0
  const clock = { now: () => Date.now() + ahead, wait: async (ms: number) => void (ahead += ms) }
  other = await startModelServer({ protocol: 'openai', script: [{ text: 'done' }] })
  open = await connectCore({ clock, script: () => overloaded, providerYaml: '    max_retries: 20\n    fallback: spare\n' })
  const file = join(open.platform.paths.home, 'config.yaml')
  writeFileSync(
    file,
    `${readFileSync(file, 'utf8')}  - name: spare\n    protocol: openai\n    base_url: "${other.baseUrl}"\n    api_key: none\n    model: spare-1\n`,
  )
  expect(await open.run('go')).toMatchObject({ stopReason: 'end_turn', text: 'done' })
  expect(open.model.requests).toHaveLength(5)
})

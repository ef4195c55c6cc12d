import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { systemClock, type Clock } from '../base/clock.ts'
import {
  connectCore,
  followSession,
  startModelServer,
  type ConnectedCore,
  type ConnectCoreOptions,
  type ModelServer,
  type ModelStep,
} from '../testing/index.ts'

let app: ConnectedCore | undefined
let spare: ModelServer | undefined
afterEach(async () => {
  const closing = [app, spare]
  app = spare = undefined
  for (const one of closing) await one?.close()
})

/** No answer comes at all. */
const silence: ModelStep = { cutAfter: 0, destroy: true }
const overloaded: ModelStep = { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } }
const OFFLINE = 'provider.offline'

/** A second is over before anybody notices. */
const hasty: Clock = { now: () => systemClock.now(), wait: (ms, signal) => systemClock.wait(ms < 1_000 ? ms : 1, signal) }
/** A second never ends, so that a wait ends by somebody's word alone. */
const patient: Clock = { now: () => systemClock.now(), wait: (ms, signal) => systemClock.wait(ms < 1_000 ? ms : 86_400_000, signal) }

interface Network {
  isThere: boolean
  /** Resolves once somebody has looked so often whether it is there. */
  looked(times: number): Promise<void>
}

async function connect(given: Omit<ConnectCoreOptions, 'isCutOff'>): Promise<{ core: ConnectedCore; network: Network }> {
  let looks = 0
  let tell = (): void => undefined
  const network: Network = {
    isThere: false,
    looked: (times) => new Promise((resolve) => (tell = () => void (looks >= times && resolve()))),
  }
  const isCutOff = (): boolean => {
    looks += 1
    tell()
    return !network.isThere
  }
  return { core: (app = await connectCore({ ...given, isCutOff })), network }
}

it('without a network a request waits, is shown as waiting, and goes on by itself once there is one', async () => {
  const { core, network } = await connect({ clock: hasty, script: [silence, { text: 'here again' }] })
  const sessionId = await core.newSession()
  const view = await followSession(core, sessionId)
  const { turnId } = await core.rpc.turns.start({ sessionId, text: 'go' })
  await core.events.waitFor('retry')
  expect(view().retry?.code).toBe(OFFLINE)
  await network.looked(5)
  expect(core.model.requests).toHaveLength(1)
  expect((await core.rpc.sessions.open({ sessionId })).retry?.code).toBe(OFFLINE)
  network.isThere = true
  expect(await core.events.waitFor('turn.finished', (event) => event.turnId === turnId)).toMatchObject({ text: 'here again' })
  expect([view().retry, core.events.of('retry').length]).toEqual([undefined, 1])
})

it('a try that the person wants meanwhile uses up none; the word that the network is back is followed at once', async () => {
  const { core, network } = await connect({
    clock: patient,
    providerYaml: '    max_retries: 1\n',
    script: [silence, silence, silence, { text: 'here again' }],
  })
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'go' })
  for (const count of [1, 2, 3]) {
    await core.events.waitFor('retry', () => core.events.of('retry').length === count)
    expect(core.model.requests).toHaveLength(count)
    if (count < 3) await core.rpc.turns.retryNow({ sessionId })
  }
  expect(core.events.of('retry').map(({ code, attempt }) => [code, attempt])).toEqual(Array(3).fill([OFFLINE, 1]))
  network.isThere = true
  await core.rpc.windows.networkReturned({})
  expect(await core.events.waitFor('turn.finished')).toMatchObject({ stopReason: 'end_turn', text: 'here again' })
})

it('a stop ends the wait for the network', async () => {
  const { core } = await connect({ clock: patient, script: [silence] })
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'go' })
  expect(await core.events.waitFor('retry')).toMatchObject({ code: OFFLINE })
  await core.rpc.turns.cancel({ sessionId })
  expect(await core.events.waitFor('turn.finished')).toMatchObject({ stopReason: 'cancelled' })
})

it('what nobody watches does not wait for ever: it ends after its tries', async () => {
  const { core } = await connect({
    clock: hasty,
    options: { headless: true },
    providerYaml: '    max_retries: 1\n',
    script: [silence, silence],
  })
  expect(await core.run('go')).toMatchObject({ stopReason: 'error' })
  expect(core.events.of('retry').map(({ code }) => code)).not.toContain(OFFLINE)
})

it('an answer of the vendor is the vendor’s, whatever the machine says of its network', async () => {
  const { core } = await connect({ clock: hasty, providerYaml: '    max_retries: 0\n', script: [overloaded] })
  expect(await core.run('go')).toMatchObject({ stopReason: 'error', error: { code: 'provider.overloaded' } })
})

/** `isCutOff` by the port of a server's address. */
async function withSpare(script: readonly ModelStep[], isCutOff: (isSpare: boolean) => boolean): Promise<ConnectedCore> {
  const second = (spare = await startModelServer({ protocol: 'openai', script: [{ text: 'from the spare' }] }))
  const core = (app = await connectCore({
    clock: hasty,
    script,
    providerYaml: '    max_retries: 1\n    fallback: spare\n',
    isCutOff: ({ port }) => isCutOff(port === new URL(second.url).port),
  }))
  const entry = `  - { name: spare, protocol: openai, base_url: "${second.baseUrl}", api_key: none, model: spare-1 }\n`
  appendFileSync(join(core.platform.paths.home, 'config.yaml'), entry)
  return core
}

it('a model on this machine takes over at once', async () => {
  const core = await withSpare([silence], (isSpare) => !isSpare)
  expect(await core.run('go')).toMatchObject({ text: 'from the spare' })
  expect([core.model.requests.length, core.events.of('retry')]).toEqual([1, []])
})

it('one that is cut off as well does not, and still can later', async () => {
  let isOffline = true
  const core = await withSpare([silence, overloaded, overloaded], () => isOffline)
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'go' })
  expect(await core.events.waitFor('retry')).toMatchObject({ code: OFFLINE })
  expect(spare?.requests).toEqual([])
  isOffline = false
  expect(await core.events.waitFor('turn.finished')).toMatchObject({ text: 'from the spare' })
})

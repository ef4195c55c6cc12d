import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const look = (n: number): ModelStep => ({ calls: [{ name: 'glob', input: { pattern: `${n}*` } }] })
const FULL = 'Plan mode is on: the user wants a plan'
const SHORT = 'Plan mode is still on'

function requests({ model }: ConnectedCore, text: string): number[] {
  return model.requests.map(({ raw }) => raw.split(text).length - 1)
}

it('reminds of plan mode in full on steps 1, 5, 9 and in a line between, and never rewrites what was sent', async () => {
  const app = await connect({ script: [...Array.from({ length: 9 }, (_, n) => look(n)), { text: 'planned' }] })
  await app.run('plan it', { mode: 'plan' })
  expect(requests(app, FULL)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3])
  expect(requests(app, SHORT)).toEqual([0, 1, 2, 3, 3, 4, 5, 6, 6, 7])
  // The strict model refuses a request that does not begin with the bytes of the one before.
  expect(app.model.refusals).toEqual([])
})

it('tells the model of another mode before its next step, once, and of the end of plan mode', async () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  const app = await connect({ script: [{ ...look(0), text: 'looking', gate }, look(1), { text: 'ok' }, { text: 'later' }] })
  const sessionId = await app.newSession('plan')
  await app.rpc.turns.start({ sessionId, text: 'go' })
  await app.events.waitFor('text.delta')
  await app.rpc.sessions.setMode({ sessionId, mode: 'acceptEdits' })
  release()
  await app.events.waitFor('turn.finished')
  await app.run('again', { sessionId })
  expect(requests(app, 'Plan mode is over. Permission mode: acceptEdits.')).toEqual([0, 1, 1, 1])
  expect(requests(app, FULL)).toEqual([1, 1, 1, 1])
  expect((await app.rpc.sessions.open({ sessionId })).rows.map(({ kind }) => kind)).toEqual([
    ...['user', 'text', 'tool', 'tool', 'text', 'ending'],
    ...['user', 'text', 'ending'],
  ])
})

it('tells it after a restart as it was told before it', async () => {
  const app = await connect({ script: [look(0), { text: 'planned' }, { text: 'again' }] })
  const sessionId = await app.newSession('plan')
  await app.run('plan it', { sessionId })
  const next = await app.restart()
  await next.rpc.turns.start({ sessionId, text: 'once more' })
  await next.events.waitFor('turn.finished')
  expect(app.model.refusals).toEqual([])
  expect([requests(app, FULL), requests(app, SHORT)]).toEqual([
    [1, 1, 2],
    [0, 1, 1],
  ])
})

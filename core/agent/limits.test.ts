import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const look = (pattern: string, text = ''): ModelStep => ({ text, calls: [{ name: 'glob', input: { pattern } }] })

describe('going round in circles', () => {
  it('is told to the model once and then stops the turn, and the session goes on', async () => {
    let isOver = false
    const app = await connect({ script: () => (isOver ? { text: 'sorry' } : look('*', 'again')) })
    const sessionId = await app.newSession()
    expect(await app.run('go', { sessionId })).toMatchObject({ stopReason: 'loop', text: 'again' })
    const told = app.model.requests.map(({ raw }) => raw.includes('The last calls repeated themselves'))
    expect(told).toEqual([false, false, false, false, false, true])
    isOver = true
    expect(await app.run('and now?', { sessionId })).toMatchObject({ stopReason: 'end_turn' })
  })

  it('is left by whoever heeds the notice', async () => {
    const app = await connect({ script: [...Array<ModelStep>(5).fill(look('*')), look('**'), { text: 'found' }] })
    expect(await app.run('go')).toMatchObject({ stopReason: 'end_turn', text: 'found' })
  })
})

describe('the limit of steps', () => {
  it('lets a person grant as many again, without a word of theirs', async () => {
    const app = await connect({ script: [look('a*'), look('b*'), look('c*'), { text: 'done' }] })
    const sessionId = await app.newSession()
    expect(await app.run('go', { sessionId, maxTurns: 1 })).toMatchObject({ stopReason: 'max_turns' })
    const first = await app.rpc.turns.start({ sessionId, goOn: true, maxTurns: 2 })
    const cut = await app.events.waitFor('turn.finished', ({ turnId }) => turnId === first.turnId)
    expect(cut.stopReason).toBe('max_turns')
    const next = await app.restart()
    await next.rpc.turns.start({ sessionId, goOn: true })
    expect(await next.events.waitFor('turn.finished')).toMatchObject({ stopReason: 'end_turn', text: 'done' })
    expect(app.events.of('turn.started').at(-1)).toMatchObject({ prompt: '', goOn: true })
    const { rows, session } = await next.rpc.sessions.open({ sessionId })
    expect(rows.map(({ kind }) => kind)).toEqual(['user', 'tool', 'ending', 'tool', 'tool', 'ending', 'text', 'ending'])
    expect(session.title).toBe('go')
  })

  it('has nothing to go on with in an empty session', async () => {
    const app = await connect({})
    const sessionId = await app.newSession()
    await expect(app.rpc.turns.start({ sessionId, goOn: true })).rejects.toMatchObject({ code: 'session.empty' })
  })
})

describe('the limit of cost', () => {
  const dear = { input: 1_000_000, output: 1 }

  it('ends the turn before the next request, with the last step whole', async () => {
    const app = await connect({ script: [{ ...look('*', 'one'), usage: dear }, { text: 'fine' }] })
    const sessionId = await app.newSession()
    const { turnId } = await app.rpc.turns.start({ sessionId, text: 'go', maxCostUsd: 0.5 })
    const end = await app.events.waitFor('turn.finished', (event) => event.turnId === turnId)
    expect(end).toMatchObject({ stopReason: 'limit', text: 'one' })
    expect([app.model.requests.length, app.events.of('tool.finished').map(({ isError }) => isError)]).toEqual([1, [false]])
    expect(await app.run('again', { sessionId })).toMatchObject({ stopReason: 'end_turn' })
  })

  it('says once that it cannot hold where the price is not known', async () => {
    const app = await connect({ script: [look('*'), { text: 'done' }] })
    const { id: sessionId } = await app.rpc.sessions.create({ model: 'nobody-knows-this-one' })
    await app.rpc.turns.start({ sessionId, text: 'go', maxCostUsd: 0.01 })
    expect(await app.events.waitFor('turn.finished')).toMatchObject({ stopReason: 'end_turn' })
    const notices = app.events.of('notice').filter(({ code }) => code === 'session.cost_unknown')
    expect(notices.map(({ params }) => params)).toEqual([{ model: 'nobody-knows-this-one' }])
  })
})

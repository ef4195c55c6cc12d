import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

function held(): { gate: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { gate: promise, release: () => resolve() }
}
const look = { calls: [{ name: 'glob', input: { pattern: '*' } }] } satisfies ModelStep

describe('a message sent while a turn runs', () => {
  it('reaches the model before the next step, once, and its row is the same live and reloaded', async () => {
    const { gate, release } = held()
    const app = await connect({ script: [{ ...look, text: 'on it', gate }, { text: 'done, in blue' }] })
    const sessionId = await app.newSession()
    const { turnId } = await app.rpc.turns.start({ sessionId, text: 'paint it' })
    await app.events.waitFor('text.delta')
    await app.rpc.turns.queue({ sessionId, text: 'in blue 🦀', when: 'next_step' })
    expect((await app.rpc.sessions.open({ sessionId })).queue).toMatchObject([{ text: 'in blue 🦀', when: 'next_step' }])
    release()
    await app.events.waitFor('turn.finished')
    expect(app.model.requests.map(({ raw }) => raw.split('in blue 🦀').length - 1)).toEqual([0, 1])
    const [added] = app.events.of('prompt.added')
    expect(added).toMatchObject({ turnId, prompt: 'in blue 🦀' })
    const view = await app.rpc.sessions.open({ sessionId })
    expect(view.queue).toEqual([])
    expect(view.rows.map(({ kind }) => kind)).toEqual(['user', 'text', 'tool', 'user', 'text', 'ending'])
    expect(view.rows[3]).toEqual({ kind: 'user', id: `${added?.messageId}:user`, turnId, text: 'in blue 🦀', attachments: [] })
  })
})

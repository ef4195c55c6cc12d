import { afterEach, expect, it } from 'vitest'
import { define } from '../testing/agents.ts'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let app: ConnectedCore
afterEach(() => app.close())

/** Requests of turns; a title is asked for without tools. */
const asked = () => app.model.requests.filter(({ body }) => body['tools'] !== undefined).map(({ body }) => body)
const efforts = () => asked().map((body) => (body['output_config'] as { effort?: string } | undefined)?.effort)

it('how much the model is to think is chosen for a session, reaches the wire, and leaves what is cached as it is', async () => {
  app = await connectCore({ providerYaml: '    effort: low\n', script: () => ({ text: 'Yes.' }) })
  const sessionId = await app.newSession()
  await app.run('one', { sessionId })
  expect(await app.rpc.sessions.setEffort({ sessionId, effort: 'max' })).toMatchObject({ effort: 'max' })
  await app.run('two', { sessionId })
  const later = await app.restart()
  expect((await later.rpc.sessions.open({ sessionId })).session.effort).toBe('max')
  const { turnId } = await later.rpc.turns.start({ sessionId, text: 'three' })
  await later.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  await later.rpc.sessions.setEffort({ sessionId, effort: null })
  const { turnId: last } = await later.rpc.turns.start({ sessionId, text: 'four' })
  await later.events.waitFor('turn.finished', (event) => event.turnId === last)
  expect(efforts()).toEqual(['low', 'max', 'max', 'low'])
  const [first, ...others] = asked().map(({ system, tools }) => JSON.stringify([system, tools]))
  expect(others).toEqual(others.map(() => first))
})

it('copies of a session and a cleared one keep it; a definition brings its own', async () => {
  app = await connectCore({ script: () => ({ text: 'Yes.' }) })
  define(app, 'thinker', '---\nname: thinker\ndescription: d\neffort: medium\n---\nYou think.\n')
  const sessionId = await app.newSession()
  await app.rpc.sessions.setAgent({ sessionId, agent: 'thinker' })
  await app.run('one', { sessionId })
  await app.rpc.sessions.setEffort({ sessionId, effort: 'high' })
  await app.run('two', { sessionId })
  expect(efforts()).toEqual(['medium', 'high'])
  const { session } = await app.rpc.sessions.fork({ sessionId })
  const cleared = await app.rpc.sessions.clear({ sessionId })
  expect([session.effort, cleared.effort]).toEqual(['high', 'high'])
})

it('a provider says which words its models take', async () => {
  app = await connectCore({ providerYaml: '    roles: { haiku: claude-haiku-4-5 }\n' })
  const { providers } = await app.rpc.providers.list({})
  expect(providers.find(({ name }) => name === 'fake')?.efforts).toEqual({
    'claude-sonnet-5-5': ['low', 'medium', 'high', 'xhigh', 'max'],
    'claude-haiku-4-5': [],
  })
})

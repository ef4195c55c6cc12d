import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore

afterEach(() => core.close())

/** One step of the scripted model at its table's price. */
async function costOfStep(): Promise<number> {
  const [day] = await core.rpc.usage.report({ by: 'day' })
  return day?.costUsd ?? 0
}

function setBudget(budget: string): void {
  appendFileSync(join(core.platform.paths.home, 'config.yaml'), `budget: ${budget}\n`)
}

const look = { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }
const notices = (): string[] => core.events.of('notice').map(({ code }) => code)

it('warns at four fifths, once, and asks at the limit; yes goes on for good', async () => {
  core = await connectCore({ files: { 'a.txt': 'x' }, script: [{ text: 'first' }, look, look, { text: 'last' }, { text: 'more' }] })
  const sessionId = await core.newSession()
  await core.run('first', { sessionId })
  const one = await costOfStep()
  expect(one).toBeGreaterThan(0)
  // The second step is near the limit, the third beyond it.
  setBudget(`{ session_usd: ${one * 1.9} }`)
  await core.rpc.turns.start({ sessionId, text: 'go' })
  const { question } = await core.events.waitFor('question.requested')
  expect(question.kind === 'choices' && question.questions[0]?.text).toContain('The budget of this session is spent')
  await core.rpc.questions.answer({ questionId: question.questionId, answer: { kind: 'choices', answers: [{ chosen: ['Go on'] }] } })
  const { stopReason } = await core.events.waitFor('turn.finished', ({ text }) => text === 'last')
  expect(stopReason).toBe('end_turn')
  await core.run('more', { sessionId })
  expect(core.events.of('question.requested')).toHaveLength(1)
})

it('stops before the next request when the person says so', async () => {
  core = await connectCore({ script: [{ text: 'first' }] })
  const sessionId = await core.newSession()
  await core.run('first', { sessionId })
  setBudget(`{ day_usd: ${await costOfStep()} }`)
  const { turnId } = await core.rpc.turns.start({ sessionId, text: 'go' })
  const { question } = await core.events.waitFor('question.requested')
  await core.rpc.questions.answer({ questionId: question.questionId, answer: { kind: 'choices', answers: [{ chosen: ['Stop here'] }] } })
  const { stopReason } = await core.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect([stopReason, core.model.requests.length]).toEqual(['limit', 1])
})

it('ends a run that nobody watches, and says why', async () => {
  core = await connectCore({ options: { headless: true }, script: [{ text: 'first' }] })
  const sessionId = await core.newSession()
  await core.run('first', { sessionId })
  setBudget(`{ month_usd: ${await costOfStep()} }`)
  const { stopReason } = await core.run('go', { sessionId })
  expect([stopReason, core.model.requests.length]).toEqual(['limit', 1])
  expect(notices()).toContain('session.budget_month')
})

it('warns once when four fifths are spent', async () => {
  core = await connectCore({ script: [{ text: 'first' }, { text: 'second' }, { text: 'third' }] })
  const sessionId = await core.newSession()
  await core.run('first', { sessionId })
  setBudget(`{ session_usd: ${(await costOfStep()) * 1.2} }`)
  await core.run('second', { sessionId })
  expect(notices().filter((code) => code === 'session.budget_near_session')).toHaveLength(1)
})

import { afterEach, describe, expect, it } from 'vitest'
import { contentText } from '../contract/content-text.ts'
import type { QuestionAnswer } from '../contract/questions.ts'
import { connectCore, type ConnectedCore, type ConnectCoreOptions, type ScriptedCall } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const colours = [
  { label: 'Red', description: 'warm' },
  { label: 'Blue', description: 'cold' },
]
const ask: ScriptedCall = {
  name: 'ask_user',
  input: {
    questions: [
      { header: 'Colour', text: 'Which colour?', options: colours },
      { header: 'Rooms', text: 'Which rooms?', options: [{ label: 'Hall' }, { label: 'Attic' }], multiSelect: true },
    ],
  },
}
const plan: ScriptedCall = { name: 'exit_plan', input: { plan: '# Plan\n1. Paint 🎨' } }
const resultOf = ({ events }: ConnectedCore, name: string): string | undefined =>
  events
    .of('tool.finished')
    .filter((event) => event.name === name)
    .map(({ content }) => contentText(content))
    .at(-1)

describe('a question', () => {
  it('waits in the view over a reload, takes only what fits it, and its answer reaches the model in words', async () => {
    const app = await connect({ script: [{ calls: [ask] }, { text: 'painted' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'paint' })
    const { question } = await app.events.waitFor('question.requested')
    const view = await app.reload(app.caller).rpc.sessions.open({ sessionId })
    expect([view.questions, view.session.waiting]).toEqual([[question], 1])
    expect(view.rows.at(-1)).toMatchObject({ kind: 'tool', state: 'waiting' })
    const { questionId } = question
    const answer = (first: string[], second: string[], text?: string) =>
      app.rpc.questions.answer({ questionId, answer: { kind: 'choices', answers: [{ chosen: first }, { chosen: second, text }] } })
    for (const wrong of [answer(['Green'], []), answer(['Red', 'Blue'], []), answer([], ['Hall', 'Hall'])])
      await expect(wrong).rejects.toMatchObject({ code: 'question.wrong_answer' })
    const accept = app.rpc.questions.answer({ questionId, answer: { kind: 'plan', decision: 'accept' } })
    await expect(accept).rejects.toMatchObject({ code: 'question.wrong_answer' })
    await answer(['Blue'], ['Hall', 'Attic'], 'and the door')
    await app.events.waitFor('turn.finished')
    await expect(answer(['Blue'], [])).rejects.toMatchObject({ code: 'question.expired' })
    expect(resultOf(app, 'ask_user')).toBe(
      'The user answered.\n\nColour: Which colour?\n- Blue\n\nRooms: Which rooms?\n- Hall\n- Attic\nIn their own words: and the door',
    )
    const after = await app.rpc.sessions.open({ sessionId })
    expect([after.questions, after.session.waiting]).toEqual([[], 0])
    expect(after.rows[1]).toMatchObject({ kind: 'tool', state: 'done', meta: { answer: { kind: 'choices' } } })
  })

  it('ends with its turn: the card goes, a late answer is refused, and the session goes on', async () => {
    const app = await connect({ script: [{ calls: [ask] }, { text: 'fine' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'paint' })
    const { question } = await app.events.waitFor('question.requested')
    await app.rpc.turns.cancel({ sessionId })
    const [resolved] = app.events.of('question.resolved')
    expect(resolved).toMatchObject({ questionId: question.questionId })
    expect(resolved).not.toHaveProperty('answer')
    const late = app.rpc.questions.answer({ questionId: question.questionId, answer: { kind: 'choices', answers: [] } })
    await expect(late).rejects.toMatchObject({ code: 'question.expired' })
    expect((await app.rpc.sessions.open({ sessionId })).questions).toEqual([])
    expect(await app.run('never mind', { sessionId })).toMatchObject({ stopReason: 'end_turn' })
  })

  it("is not another project's to answer", async () => {
    const app = await connect({ script: [{ calls: [ask] }, { text: 'fine' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'paint' })
    const { question } = await app.events.waitFor('question.requested')
    const other = await app.openWindow({ path: app.platform.paths.temp })
    const answer: QuestionAnswer = { kind: 'choices', answers: [{ chosen: [] }, { chosen: [] }] }
    const foreign = other.rpc.questions.answer({ questionId: question.questionId, answer })
    await expect(foreign).rejects.toMatchObject({ code: 'question.expired' })
    await app.rpc.turns.cancel({ sessionId })
  })

  it('is refused in words where nobody can be asked', async () => {
    const app = await connect({ options: { headless: true }, script: [{ calls: [ask] }, { text: 'guessed' }] })
    expect(await app.run('paint')).toMatchObject({ stopReason: 'end_turn', text: 'guessed' })
    expect(resultOf(app, 'ask_user')).toMatch(/^Nobody can be asked in this run/)
  })
})

describe('a plan', () => {
  it.each([
    ['accept', 'default'],
    ['acceptEdits', 'acceptEdits'],
  ] as const)('that is answered with %s leaves plan mode for %s, and the turn goes on', async (decision, mode) => {
    const write: ScriptedCall = { name: 'write_file', input: { path: 'a.txt', content: 'a' } }
    const app = await connect({ script: [{ calls: [write] }, { calls: [plan] }, { calls: [write] }, { text: 'painted' }] })
    const sessionId = await app.newSession('plan')
    await app.rpc.turns.start({ sessionId, text: 'paint' })
    const { question } = await app.events.waitFor('question.requested')
    expect(question).toMatchObject({ kind: 'plan', plan: '# Plan\n1. Paint 🎨' })
    expect(app.project.has('a.txt')).toBe(false)
    await app.rpc.questions.answer({ questionId: question.questionId, answer: { kind: 'plan', decision, feedback: 'quickly' } })
    if (decision === 'accept') {
      const { approvalId } = await app.events.waitFor('approval.requested')
      await app.rpc.approvals.answer({ approvalId, decision: 'once' })
    }
    await app.events.waitFor('turn.finished')
    expect(app.project.read('a.txt')).toBe('a')
    expect(resultOf(app, 'exit_plan')).toContain('They added: quickly')
    expect((await app.rpc.sessions.open({ sessionId })).session.mode).toBe(mode)
    expect(app.model.requests[2]?.raw).toContain(`Plan mode is over. Permission mode: ${mode}.`)
  })

  it('that is sent back keeps plan mode and says why', async () => {
    const app = await connect({ script: [{ calls: [plan] }, { text: 'thinking again' }] })
    const sessionId = await app.newSession('plan')
    await app.rpc.turns.start({ sessionId, text: 'paint' })
    const { question } = await app.events.waitFor('question.requested')
    const answer = { kind: 'plan', decision: 'keepPlanning', feedback: 'no paint in the hall' } as const
    await app.rpc.questions.answer({ questionId: question.questionId, answer })
    await app.events.waitFor('turn.finished')
    expect(resultOf(app, 'exit_plan')).toContain('no paint in the hall')
    expect((await app.rpc.sessions.open({ sessionId })).session.mode).toBe('plan')
  })

  it('ends the turn where nobody can accept it, with the plan as its text', async () => {
    const app = await connect({ options: { headless: true }, script: [{ text: 'so:', calls: [plan] }, { text: 'next' }] })
    const sessionId = await app.newSession('plan')
    expect(await app.run('paint', { sessionId })).toMatchObject({ stopReason: 'plan_ready', text: '# Plan\n1. Paint 🎨' })
    expect(await app.run('and then', { sessionId })).toMatchObject({ stopReason: 'end_turn' })
  })

  it('has no place outside plan mode', async () => {
    const app = await connect({ script: [{ calls: [plan] }, { text: 'ok' }] })
    await app.run('paint')
    expect([app.events.of('question.requested'), resultOf(app, 'exit_plan')]).toEqual([[], expect.stringMatching(/^Plan mode is not on/)])
  })
})

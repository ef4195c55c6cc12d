import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { isChild, lastResult } from '../testing/agents.ts'

let core: ConnectedCore

afterEach(() => core.close())

const said = (body: object): string => JSON.stringify('messages' in body ? body.messages : '')
const call = (name: string, input: object) => ({ calls: [{ name, input }] })
const agent = (input: object) => ({
  name: 'agent',
  input: { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'general-purpose', ...input },
})

/** A conversation that makes one call of a tool a prompt and answers what came of it. */
async function board(child: object = { text: 'report' }): Promise<(name: string, input: object) => Promise<string>> {
  let next: { name: string; input: object } | undefined
  core = await connectCore({
    script: (body) => {
      if (isChild(body)) return child
      if (next === undefined) return { text: lastResult(body) }
      const { name, input } = next
      next = undefined
      return call(name, input)
    },
  })
  const sessionId = await core.newSession('bypassPermissions')
  return async (name, input) => {
    next = { name, input }
    return (await core.run('go', { sessionId })).text
  }
}

it('a call that changes a card does all of it or nothing, and what is added to wait for counts at once', async () => {
  const use = await board()
  const { id } = JSON.parse(await use('task_create', { subject: 'roof' }))
  const blocker = JSON.parse(await use('task_create', { subject: 'ladder' }))
  const changes = { subject: 'new roof', owner: 'me', add_blocked_by: [blocker.id], status: 'completed' }
  expect(await use('task_update', { id, ...changes })).toContain('This card waits for another one: ladder')
  expect(await core.rpc.tasks.get({ id })).toMatchObject({ status: 'todo', subject: 'roof', owner: '', blockedBy: [] })
  await use('task_update', { id: blocker.id, status: 'completed' })
  expect(JSON.parse(await use('task_update', { id, ...changes }))).toMatchObject({ status: 'completed', subject: 'new roof', owner: 'me' })
})

it('a card that was ended without an agent is taken up again, given back, and shown whole', async () => {
  const use = await board()
  const { id } = JSON.parse(await use('task_create', { subject: 'roof', description: 'all of it' }))
  await use('task_update', { id, status: 'completed' })
  expect(await use('task_update', { id, owner: 'me' })).toContain('This card has ended: completed')
  expect(JSON.parse(await use('task_update', { id, status: 'todo', owner: '' }))).toMatchObject({ status: 'todo', owner: '' })
  await use('task_update', { id, owner: 'me' })
  expect(await use('task_update', { id, owner: 'other' })).toContain('me has taken this card')
  expect(JSON.parse(await use('task_update', { id, owner: '' }))).toMatchObject({ owner: '' })
  expect(JSON.parse(await use('task_get', { id }))).toEqual({
    ...{
      id,
      name: '',
      subject: 'roof',
      status: 'todo',
      owner: '',
      blocked_by: [],
      tool_count: 0,
      last_activity: '',
      description: 'all of it',
    },
    ...{ result: '', error: null, usage: { input: 0, output: 0, cache_write: 0, cache_read: 0 }, cost: 0 },
    ...{ start_time: null, end_time: null, output_file: null },
  })
})

it('nobody but its agent completes a card at work, and what it was told does not bring it back once it is stopped', async () => {
  const use = await board({ hang: 'headers' })
  await use('agent', { ...agent({ name: 'x', run_in_background: true }).input })
  expect(await use('task_update', { id: 'x', status: 'completed' })).toContain('The agent of this card is at work')
  await expect(core.rpc.tasks.remove({ id: 'x' })).rejects.toMatchObject({ code: 'task.at_work' })
  await core.rpc.tasks.send({ id: 'x', text: 'and hurry' })
  await core.rpc.tasks.stop({ id: 'x' })
  expect(await core.rpc.tasks.stop({ id: 'x' })).toEqual({ stopped: 0 })
  expect((await core.rpc.tasks.get({ id: 'x' })).journal.map(({ became }) => became)).toEqual(['queued', 'running', 'cancelled'])
  expect(await use('task_list', { owner: 'x (general-purpose)', status: 'cancelled' })).toContain('"name":"x"')
  expect(await use('task_list', { owner: 'nobody' })).toBe('[]')
})

it('two agents that are started at once do not get the same name, however it is written', async () => {
  let n = 0
  core = await connectCore({
    script: (body) => {
      if (isChild(body)) return { text: 'report' }
      n += 1
      return n === 1 ? { calls: [agent({ name: 'scout' }), agent({ name: 'Scout' })] } : { text: said(body) }
    },
  })
  const { text } = await core.run('go', { sessionId: await core.newSession('bypassPermissions') })
  const cards = await core.rpc.tasks.list({})
  expect(cards.map(({ name }) => name)).toHaveLength(1)
  expect(text).toContain(`is in use in this conversation by card ${cards[0]?.id}`)
})

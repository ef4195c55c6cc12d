import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { define, isChild, lastResult } from './fixtures.ts'

let core: ConnectedCore

afterEach(() => core.close())

const said = (body: object): string => JSON.stringify('messages' in body ? body.messages : '')

it('is interrupted with its process and goes on from its last step: transcript, model and tools are the same', async () => {
  const hung = Promise.withResolvers<void>()
  let isBack = false
  core = await connectCore({
    files: { 'a.txt': 'hello' },
    providerYaml: '    roles: { haiku: claude-haiku-4-5 }\n',
    script: (body, n) => {
      if (!isChild(body)) {
        return n === 0
          ? {
              calls: [
                { name: 'agent', input: { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'scout', run_in_background: true } },
              ],
            }
          : { text: said(body).includes('<status>interrupted</status>') ? 'HEARD' : 'ok' }
      }
      if (!said(body).includes('tool_result')) return { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }
      if (!isBack) return { wait: hung.promise, text: 'never' }
      return said(body).includes('"name":"write_file"')
        ? { text: `went on: ${lastResult(body)}` }
        : { unoffered: true, calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }] }
    },
  })
  define(core, 'scout', '---\nname: scout\ndescription: d\ntools: read_file\nmodel: haiku\n---\nx\n')
  const sessionId = await core.newSession('acceptEdits')
  await core.rpc.turns.start({ sessionId, text: 'go' })
  await core.events.waitFor('tool.finished', ({ agentId }) => agentId !== undefined)
  await core.events.waitFor('turn.finished')
  await core.events.waitFor('step.started', ({ agentId, step }) => agentId !== undefined && step === 2)

  isBack = true
  const next = await core.restart()
  const [task] = await next.rpc.tasks.list({})
  expect(task).toMatchObject({
    status: 'interrupted',
    facts: { error: { code: 'task.interrupted' }, model: 'claude-haiku-4-5' },
  })
  expect((await next.rpc.sessions.open({ sessionId })).agents).toMatchObject([{ task: { status: 'interrupted' } }])
  expect((await next.rpc.sessions.list({})).map(({ id }) => id)).toEqual([sessionId])

  // The definition has gone meanwhile: what it was started as stays.
  define(core, 'scout', '')
  await next.rpc.tasks.resume({ id: task?.id ?? '' })
  await next.events.waitFor('task.updated', (event) => event.task.status === 'completed')
  const done = await next.rpc.tasks.get({ id: task?.id ?? '' })
  expect(done.facts?.result).toMatch(/^went on: Denied: The agent scout may not use this tool/)
  expect(core.project.has('b.txt')).toBe(false)
  const models = core.model.requests.filter(({ body }) => isChild(body)).map(({ body }) => body['model'])
  expect(new Set(models)).toEqual(new Set(['claude-haiku-4-5']))
  expect(done.journal.map(({ became }) => became)).toEqual(['queued', 'running', 'interrupted', 'queued', 'running', 'completed'])
  await next.rpc.tasks.settled({ sessionId })
  hung.resolve()
})

it('an agent that a person stopped stays stopped, and only they take it up again', async () => {
  core = await connectCore({
    script: (body, n) => {
      if (isChild(body)) return said(body).includes('GO-ON') ? { text: 'again' } : { hang: 'headers' }
      if (n === 0) {
        return {
          calls: [
            {
              name: 'agent',
              input: { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'Explore', run_in_background: true, name: 'x' },
            },
          ],
        }
      }
      if (said(body).includes('talk'))
        return lastResult(body).includes('stopped')
          ? { text: lastResult(body) }
          : { calls: [{ name: 'send_message', input: { to: 'x', message: 'GO-ON' } }] }
      return { text: 'ok' }
    },
  })
  const sessionId = await core.newSession()
  await core.run('go', { sessionId })
  expect(await core.rpc.tasks.stop({ id: 'x' })).toEqual({ stopped: 1 })
  expect(await core.rpc.tasks.get({ id: 'x' })).toMatchObject({ status: 'cancelled', facts: { stoppedBy: 'user' } })
  expect((await core.run('talk to it', { sessionId })).text).toMatch(/^The user stopped this agent/)
  await core.rpc.tasks.stop({ id: 'x' })
  expect((await core.rpc.tasks.get({ id: 'x' })).journal.map(({ became }) => became)).toEqual(['queued', 'running', 'cancelled'])
  expect(await core.rpc.tasks.send({ id: 'x', text: 'GO-ON' })).toMatchObject({ status: 'resumed' })
  await core.events.waitFor('task.updated', ({ task }) => task.facts?.result === 'again')
  await core.rpc.tasks.settled({ sessionId })
})

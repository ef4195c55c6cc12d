import { afterEach, expect, it, vi } from 'vitest'
import type { SessionEvent } from '../contract/events.ts'
import { startChild, type TestChild } from '../testing/child-process.ts'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'
import { define, isChild, lastResult } from './fixtures.ts'

// Whole processes that are killed.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 30_000 })

let core: ConnectedCore
let child: TestChild | undefined

afterEach(async () => {
  await child?.kill()
  child = undefined
  await core.close()
})

const said = (body: object): string => JSON.stringify('messages' in body ? body.messages : '')

/** Starts a turn in another process. */
function elsewhere(mode: string, prompt: string): void {
  child = startChild('./core-child.ts', [JSON.stringify(core.platform.paths), core.project.root, PLANTED_KEY, mode, '', prompt])
}

async function nextEvent(matches: (event: SessionEvent) => boolean): Promise<SessionEvent> {
  for (;;) {
    const line = await child?.lines.next()
    if (!line || line.done) throw new Error('it ended first')
    const event: SessionEvent = JSON.parse(line.value)
    if (matches(event)) return event
  }
}

it('is interrupted with its process and goes on from its last step: transcript, model and tools are the same', async () => {
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
          : { text: 'ok' }
      }
      if (!said(body).includes('tool_result')) return { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }
      if (!isBack) return { hang: 'headers' }
      return said(body).includes('"name":"write_file"')
        ? { text: `went on: ${lastResult(body)}` }
        : { unoffered: true, calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }] }
    },
  })
  define(core, 'scout', '---\nname: scout\ndescription: d\ntools: read_file\nmodel: haiku\n---\nx\n')
  elsewhere('acceptEdits', 'go')
  const { sessionId } = await nextEvent(({ type, agentId }) => type === 'tool.finished' && agentId !== undefined)
  await core.model.received(4)
  await child?.kill()

  isBack = true
  const [task] = await core.rpc.tasks.list({})
  expect(task).toMatchObject({ status: 'interrupted', facts: { error: { code: 'task.interrupted' }, model: 'claude-haiku-4-5' } })
  expect((await core.rpc.sessions.open({ sessionId })).agents).toMatchObject([{ task: { status: 'interrupted' } }])
  expect((await core.rpc.sessions.list({})).map(({ id }) => id)).toEqual([sessionId])

  // The definition has changed meanwhile: what it was started as stays.
  define(core, 'scout', '---\nname: scout\ndescription: d\nmodel: opus\n---\ny\n')
  await core.rpc.tasks.resume({ id: task?.id ?? '' })
  await core.events.waitFor('task.updated', (event) => event.task.status === 'completed')
  const done = await core.rpc.tasks.get({ id: task?.id ?? '' })
  expect(done.facts?.result).toMatch(/^went on: Denied: The agent scout may not use this tool/)
  expect(core.project.has('b.txt')).toBe(false)
  const ofAgent = core.model.requests.filter(({ body }) => isChild(body))
  expect(new Set(ofAgent.map(({ body }) => body['model']))).toEqual(new Set(['claude-haiku-4-5']))
  expect(ofAgent.filter(({ body }) => !said(body).includes('tool_result'))).toHaveLength(1)
  expect(done.journal.map(({ became }) => became)).toEqual(['queued', 'running', 'interrupted', 'queued', 'running', 'completed'])
  await core.rpc.tasks.settled({ sessionId })
})

it('tells the conversation of each of 500 ends exactly once, though its process is killed in the middle', async () => {
  const calls = Array.from({ length: 500 }, (_, index) => ({
    name: 'agent',
    input: { prompt: `CHILD-JOB ${index}`, description: `job ${index}`, subagent_type: 'general-purpose', run_in_background: true },
  }))
  core = await connectCore({
    providerYaml: '    limits: { concurrency: 50 }\n',
    script: (body, n) => {
      if (isChild(body)) return { text: `report ${/CHILD-JOB (\d+)/.exec(said(body))?.[1]}` }
      return n === 0 ? { calls } : { text: 'ok' }
    },
  })
  elsewhere('default', 'go')
  let ended = 0
  const { sessionId } = await nextEvent(({ type, ...event }) => {
    if (type === 'task.updated' && 'task' in event && event.task.status === 'completed') ended += 1
    return ended === 250
  })
  await child?.kill()
  child = undefined

  // Those that were cut off, or had not begun, are told as such.
  const cut = await core.rpc.tasks.list({ statuses: ['interrupted'], limit: 1_000 })
  expect(cut.length).toBeGreaterThan(50)
  // What nobody is woken for comes with what the person says next, a bounded part at a time.
  for (let turn = 0; turn < 5; turn += 1) await core.run('and?', { sessionId })
  await core.rpc.tasks.settled({ sessionId })
  const conversation = said(core.model.requests.findLast(({ body }) => !isChild(body))?.body ?? {})
  const told = [...conversation.matchAll(/<task-notification id=\\?"([^"\\]+)/g)].map(([, id]) => id)
  const runs = (await core.rpc.tasks.list({ limit: 1_000 })).map(({ id, run }) => `${id}:${run}`)
  expect(runs).toHaveLength(500)
  expect(told.toSorted()).toEqual(runs.toSorted())
})

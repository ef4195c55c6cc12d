import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { newId } from '../base/ids.ts'
import type { SessionEvent } from '../contract/events.ts'
import { openStorage } from '../storage/index.ts'
import { createTasks } from '../tasks/index.ts'
import { startChild, type TestChild } from '../testing/child-process.ts'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'
import { define, isChild, lastResult } from '../testing/agents.ts'
import { untouched } from './live-run.ts'

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

it('is interrupted with its process and goes on from its last step: transcript, model, tools and worktree are the same', async () => {
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
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'first'],
  ])
    execFileSync('git', args, { cwd: core.project.root })
  await core.rpc.trust.allow({ items: (await core.rpc.trust.show({})).items })
  define(core, 'scout', '---\nname: scout\ndescription: d\ntools: read_file\nmodel: haiku\nisolation: worktree\n---\nx\n')
  elsewhere('acceptEdits', 'go')
  const { sessionId } = await nextEvent(({ type, agentId }) => type === 'tool.finished' && agentId !== undefined)
  await core.model.received(4)
  // A board here sees what happens there.
  await expect.poll(() => core.appEvents.some(({ type }) => type === 'tasks.changed')).toBe(true)
  await child?.kill()

  isBack = true
  const [task] = await core.rpc.tasks.list({})
  expect(task).toMatchObject({ status: 'interrupted', facts: { error: { code: 'task.interrupted' }, model: 'claude-haiku-4-5' } })
  expect((await core.rpc.sessions.open({ sessionId })).agents).toMatchObject([{ task: { status: 'interrupted' } }])
  expect((await core.rpc.sessions.list({})).map(({ id }) => id)).toEqual([sessionId])

  const { path = '' } = task?.worktree ?? {}
  expect(existsSync(join(path, 'a.txt'))).toBe(true)
  writeFileSync(join(path, 'kept.txt'), 'x')

  // The definition has changed meanwhile: what it was started as stays.
  define(core, 'scout', '---\nname: scout\ndescription: d\nmodel: opus\n---\ny\n')
  await core.rpc.tasks.resume({ id: task?.id ?? '' })
  await core.events.waitFor('task.updated', (event) => event.task.status === 'completed')
  const done = await core.rpc.tasks.get({ id: task?.id ?? '' })
  expect(done.facts?.result).toMatch(/^went on: Denied: The agent scout may not use this tool/)
  expect([core.project.has('b.txt'), existsSync(join(path, 'kept.txt')), done.worktree]).toEqual([
    false,
    true,
    { ...task?.worktree, state: 'changed' },
  ])
  const ofAgent = core.model.requests.filter(({ body }) => isChild(body))
  expect(new Set(ofAgent.map(({ body }) => body['model']))).toEqual(new Set(['claude-haiku-4-5']))
  expect(ofAgent.filter(({ body }) => !said(body).includes('tool_result'))).toHaveLength(1)
  expect(done.journal.map(({ became }) => became)).toEqual(['queued', 'running', 'interrupted', 'queued', 'running', 'completed'])
  await core.rpc.tasks.settled({ sessionId })
})

it('tells the conversation of each of 500 ends exactly once, though its process is killed while it tells them', async () => {
  const look = { calls: [{ name: 'glob', input: { pattern: '*' } }] }
  core = await connectCore({ script: (_body, n) => (n < 4 ? look : n === 4 ? { hang: 'headers' } : { text: 'ok' }) })
  const sessionId = await core.newSession()
  const ids = await endAll(500, sessionId)
  child = startChild('./core-child.ts', [JSON.stringify(core.platform.paths), core.project.root, PLANTED_KEY, 'default', sessionId, 'go'])
  await core.model.received(5)
  await child.kill()
  child = undefined

  const toldOf = (body: object | undefined): string[] =>
    [...said(body ?? {}).matchAll(/<task-notification id=\\?"([^"\\]+)/g)].map(([, id = '']) => id)
  expect(toldOf(core.model.requests.at(-1)?.body).length).toBeGreaterThan(100)
  await core.run('and?', { sessionId })
  // A conversation at rest is woken until all is told.
  await core.rpc.tasks.settled({ sessionId })
  const told = toldOf(core.model.requests.findLast(({ body }) => body['tools'] !== undefined)?.body)
  expect(told.toSorted()).toEqual(ids.map((id) => `${id}:1`).toSorted())
  // However many end at once, no request adds more than a hundred thousand characters of them.
  const sizes = core.model.requests
    .filter(({ body }) => body['tools'] !== undefined)
    .map(({ body }) => [...said(body).matchAll(/<task-notification.*?<\/task-notification>/g)].join('').length)
  const added = sizes.map((size, index) => size - (sizes[index - 1] ?? 0))
  expect([Math.max(...added) > 50_000, Math.max(...added) < 110_000]).toEqual([true, true])
})

/** Runs of agents that all end at once, as their process writes it; answers their cards. */
async function endAll(count: number, sessionId: string): Promise<string[]> {
  const { log, clock, paths } = core.platform
  const storage = await openStorage({ path: join(paths.home, 'mewcode.db'), clock, log, program: 'test' })
  const tasks = createTasks({ rows: storage.tasks, onChange: () => undefined, onRemove: () => undefined })
  const projectId = storage.sessions.get(sessionId)?.projectId ?? ''
  const run = {
    ...untouched,
    agent: 'Explore',
    model: 'm',
    modelFrom: 'parent',
    isBackground: true,
    toolCallId: '',
    worktree: null,
  } as const
  const ids = Array.from({ length: count }, (_, index) => {
    const subject = `job ${index}`
    const { id } = tasks.create({ id: newId(), projectId, sessionId, name: '', subject, description: '', owner: '', by: 'agent', run })
    tasks.move(id, 'running', { by: 'system' })
    const text = `<task-notification id="${id}:1">\n${'x'.repeat(7_000)}\n</task-notification>`
    tasks.move(id, 'completed', { by: 'system', notice: { id: `${id}:1`, sessionId, text, wakes: true } })
    return id
  })
  await storage.close()
  return ids
}

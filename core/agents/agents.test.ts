import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ModelStep } from '../testing/index.ts'
import { define, isChild, lastResult, reader } from '../testing/agents.ts'

let core: ConnectedCore

afterEach(() => core.close())

const delegate = (input: object = {}): ModelStep => ({
  calls: [{ name: 'agent', input: { prompt: 'CHILD-JOB', description: 'a job', subagent_type: 'explore', ...input } }],
})

it('runs an agent with its own steps and answers its report as the result of the call', async () => {
  core = await connectCore({
    files: { 'a.txt': 'hello' },
    script: (body, n) => {
      if (!isChild(body)) return n === 0 ? delegate() : { text: `parent read: ${lastResult(body)}` }
      return n === 1 ? { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] } : { text: 'child report END' }
    },
  })
  const end = await core.run('go')
  expect(end).toMatchObject({ stopReason: 'end_turn', text: 'parent read: child report END' })
  const agentIds = new Set(core.events.all.flatMap(({ agentId }) => (agentId === undefined ? [] : [agentId])))
  expect(agentIds.size).toBe(1)
  expect(core.events.of('tool.requested').map(({ name, agentId }) => [name, agentId !== undefined])).toEqual([
    ['agent', false],
    ['read_file', true],
  ])
  expect(core.events.all.map(({ seq }) => seq)).toEqual(core.events.all.map((_, index) => index + 1))
})

it('has the text of the skills its definition names from the start, none of a folder nobody trusts', async () => {
  const skill = (name: string, words: string) => `---\nname: ${name}\ndescription: d\n---\n\n${words}\n`
  core = await connectCore({
    files: { '.mewcode/skills/theirs/SKILL.md': skill('theirs', 'THEIR-WORDS') },
    script: (body, n) => (isChild(body) ? { text: 'ok' } : n === 0 ? delegate({ subagent_type: 'skilled' }) : { text: 'done' }),
  })
  mkdirSync(join(core.platform.paths.home, 'skills/mine'), { recursive: true })
  writeFileSync(join(core.platform.paths.home, 'skills/mine/SKILL.md'), skill('mine', `MY-WORDS ${'x'.repeat(30_000)}END`))
  define(core, 'skilled', '---\nname: skilled\ndescription: d\nskills: Mine, theirs, nobody\n---\nYou work.\n')
  await core.run('go')
  const child = core.model.requests.find(({ body }) => isChild(body))
  const system = JSON.stringify(child?.body['system'])
  expect(['You work.', 'MY-WORDS', 'THEIR-WORDS', 'xEND'].map((words) => system.includes(words))).toEqual([true, true, false, false])
})

it('refuses at execution what its definition does not name, and nothing is written', async () => {
  core = await connectCore({
    script: (body, n) => {
      if (!isChild(body)) return n === 0 ? delegate({ subagent_type: 'reader' }) : { text: lastResult(body) }
      return n === 1
        ? { unoffered: true, calls: [{ name: 'write_file', input: { path: 'child.txt', content: 'x' } }] }
        : { text: lastResult(body) }
    },
  })
  reader(core)
  const end = await core.run('go', { mode: 'acceptEdits' })
  expect(end.text).toMatch(/^Denied: The agent reader may not use this tool: its definition allows read_file only/)
  expect(core.project.has('child.txt')).toBe(false)
})

it('changes files as the conversation does: they are listed there and go back with its prompt', async () => {
  core = await connectCore({
    script: (body, n) => {
      if (!isChild(body)) return n === 0 ? delegate({ subagent_type: 'general-purpose' }) : { text: 'ok' }
      return n === 1 ? { calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }] } : { text: 'written' }
    },
  })
  const sessionId = await core.newSession('acceptEdits')
  const { turnId } = await core.run('go', { sessionId })
  expect(core.project.read('b.txt')).toBe('x')
  await core.rpc.sessions.rewind({ sessionId, messageId: turnId, what: 'files' })
  expect(core.project.has('b.txt')).toBe(false)
})

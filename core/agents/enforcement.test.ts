import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ModelStep } from '../testing/index.ts'
import { define, isChild, lastResult } from '../testing/agents.ts'
import { forbidsTool } from './tool-limits.ts'
import type { AgentSpec } from '../storage/types.ts'
import type { Mode } from '../contract/common.ts'

let core: ConnectedCore

const spec: AgentSpec = {
  type: 'a',
  label: 'a',
  isFork: false,
  depth: 1,
  isBackground: false,
  isReadOnly: false,
  mode: null,
  isApproved: false,
  limits: [{ only: null, never: [] }],
  prompt: '',
  hasMemory: false,
  maxTurns: 10,
  timeoutMs: null,
  effort: null,
}
const tool = (name: string, category: 'read' | 'exec' | 'write' | 'none' | 'delegate' = 'read', inBackground?: true) => ({
  name,
  category,
  inBackground,
})
const may = (changes: Partial<AgentSpec>, ...given: Parameters<typeof tool>): boolean =>
  forbidsTool({ ...spec, ...changes }, tool(...given)) === undefined

describe('which tools an agent has', () => {
  it.each<[string, Partial<AgentSpec>, Parameters<typeof tool>, boolean]>([
    ['all without a list', {}, ['write_file', 'write'], true],
    ['what its list names', { limits: [{ only: ['read_file'], never: [] }] }, ['write_file', 'write'], false],
    [
      "what its parent's list names",
      {
        limits: [
          { only: ['read_file'], never: [] },
          { only: null, never: [] },
        ],
      },
      ['write_file', 'write'],
      false,
    ],
    ['skills past every list', { limits: [{ only: ['read_file'], never: [] }] }, ['load_skill'], true],
    ['no skills where they are forbidden', { limits: [{ only: null, never: ['load_skill'] }] }, ['load_skill'], false],
    ['a server by its pattern', { limits: [{ only: ['mcp__a__*'], never: [] }] }, ['mcp__a__x', 'exec'], true],
    ['not another server', { limits: [{ only: ['mcp__a__*'], never: [] }] }, ['mcp__ab__x', 'exec'], false],
    ['a forbidden server', { limits: [{ only: null, never: ['mcp__a', 'mcp__a__*'] }] }, ['mcp__a__x', 'exec'], false],
    ['no agents of its own at depth 3', { depth: 3 }, ['agent', 'delegate'], false],
    ['agents of its own at depth 2', { depth: 2 }, ['agent', 'delegate'], true],
    ['in the background what says so itself', { isBackground: true }, ['bash', 'exec', true], true],
    ['in the background nothing else', { isBackground: true }, ['ask_user', 'none'], false],
    ['no cards', {}, ['task_create', 'none'], false],
    ['reading only: a trusted tool of a server', { isReadOnly: true }, ['mcp__a__x', 'read'], true],
    ['reading only: no other tool of a server', { isReadOnly: true }, ['mcp__a__x', 'exec'], false],
    ['reading only: no file tool that writes', { isReadOnly: true }, ['edit_file', 'write'], false],
    ['reading only: the shell, which is judged line by line', { isReadOnly: true }, ['bash', 'exec'], true],
    [
      'a copy has what was copied, not what that had not',
      { isFork: true, limits: [{ only: ['read_file'], never: [] }] },
      ['bash', 'exec'],
      false,
    ],
    ['a copy has no copies', { isFork: true }, ['agent', 'delegate'], false],
    ['a copy has no cards, though it is shown them', { isFork: true }, ['task_update', 'none'], false],
    ['a copy asks no questions', { isFork: true, isBackground: true }, ['ask_user', 'none'], false],
  ])('%s', (_, changes, given, expected) => {
    expect(may(changes, ...given)).toBe(expected)
  })
})

describe('at execution', () => {
  afterEach(() => core.close())

  /** Runs an agent that makes these calls, whether they were offered or not; answers what it was told. */
  async function answersTo(calls: ModelStep['calls'], { agent, mode }: { agent: string; mode: Mode }): Promise<string[]> {
    const told: string[] = []
    core = await connectCore({
      files: { 'a.txt': 'hello' },
      script: (body, n) => {
        if (!isChild(body)) {
          return n === 0
            ? { calls: [{ name: 'agent', input: { prompt: 'CHILD-JOB', description: 'job', subagent_type: agent } }] }
            : { text: 'end' }
        }
        if (n > 1) told.push(lastResult(body))
        const call = calls?.[n - 1]
        return call ? { unoffered: true, calls: [call] } : { text: 'report' }
      },
    })
    define(core, 'bold', '---\nname: bold\ndescription: d\npermissionMode: bypassPermissions\nautoApprove: true\n---\nx\n')
    await core.run('go', { mode })
    return told
  }

  it('an agent that reads runs no line that writes, whatever its parent may', async () => {
    const told = await answersTo(
      [
        { name: 'bash', input: { command: 'cat a.txt' } },
        { name: 'bash', input: { command: 'touch b.txt' } },
        { name: 'write_file', input: { path: 'b.txt', content: 'x' } },
        { name: 'call_tool', input: { name: 'write_file', arguments: { path: 'b.txt', content: 'x' } } },
      ],
      { agent: 'Explore', mode: 'bypassPermissions' },
    )
    expect(told[0]).toContain('hello')
    expect(told.slice(1).every((text) => /^Denied|There is no tool named/.test(text))).toBe(true)
    expect(core.project.has('b.txt')).toBe(false)
  })

  it('an agent never goes beyond the mode of its conversation', async () => {
    const told = await answersTo([{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }], { agent: 'bold', mode: 'plan' })
    expect(told[0]).toMatch(/^Denied: .*plan/i)
    expect(core.project.has('b.txt')).toBe(false)
  })

  it('what the mode alone would ask a definition of the person may answer', async () => {
    await answersTo([{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }], { agent: 'bold', mode: 'default' })
    expect([core.project.has('b.txt'), core.events.of('approval.requested')]).toEqual([true, []])
  })

  it('agents start agents down to the third, which is told not to try again', async () => {
    const told: string[] = []
    core = await connectCore({
      script: (body) => {
        const depth = [3, 2, 1].find((one) => isChild(body, `DEPTH-${one}`)) ?? 0
        if (lastResult(body) === '') {
          const input = { prompt: `DEPTH-${depth + 1}`, description: 'deeper', subagent_type: 'general-purpose' }
          return { unoffered: true, calls: [{ name: 'agent', input }] }
        }
        told.push(`${depth}: ${lastResult(body)}`)
        return { text: `report ${depth}` }
      },
    })
    await core.run('go')
    expect(told).toEqual([
      expect.stringMatching(/^3: Denied: .*agents are nested at most 3 deep\. Do not retry/),
      '2: report 3',
      '1: report 2',
      '0: report 1',
    ])
  })

  it('a name nobody has is refused with the nearest', async () => {
    core = await connectCore({
      script: (body, n) =>
        n === 0
          ? { calls: [{ name: 'agent', input: { prompt: 'p', description: 'd', subagent_type: 'explorer' } }] }
          : { text: lastResult(body) },
    })
    expect((await core.run('go')).text).toMatch(/^There is no agent explorer\. Is Explore meant\?/)
  })
})

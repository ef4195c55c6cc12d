import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'
import { isChild, lastResult } from '../testing/agents.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})
const start = async (setup: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(setup))

const at = '.mewcode/skills/make/SKILL.md'
const skill = (more = '') => `---\nname: make\ndescription: makes it\nmode: fork\n${more}---\n\nCHILD-JOB make $0.\n`
const load: ModelStep = { calls: [{ name: 'load_skill', input: { name: 'make', arguments: 'tea' } }] }
const isFork = (body: Readonly<Record<string, unknown>>) => JSON.stringify(body['messages']).includes('CHILD-JOB make tea')

/** A conversation with one earlier turn, then the skill: by the tool, or with a slash. */
async function runSkill(by: 'tool' | 'slash', { more = '', calls = [] }: { more?: string; calls?: ModelStep['calls'] } = {}) {
  let step = 0
  const told: string[] = []
  const app = await start({
    files: { [at]: skill(more), 'a.txt': 'hello' },
    options: { headless: true, trustProjects: true },
    script(body) {
      if (!isFork(body)) {
        if (JSON.stringify(body['messages']).includes('AGENT-REPORT'))
          // A copy began as this conversation did, and went another way.
          return { newEpoch: true, text: 'told' }
        return by === 'tool' && JSON.stringify(body['messages']).includes('GO NOW') ? load : { text: 'EARLIER-ANSWER' }
      }
      if (step > 0) told.push(lastResult(body))
      const call = calls[step]
      step += 1
      return call ? { unoffered: true, calls: [call] } : { text: 'Scope: AGENT-REPORT' }
    },
  })
  const sessionId = await app.newSession()
  await app.run('EARLIER-WORDS', { sessionId })
  const { text } = await app.run(by === 'tool' ? 'GO NOW' : '/make tea', { sessionId })
  const requests = app.model.requests.map(({ body, raw }) => ({ body, raw, isFork: isFork(body) }))
  return { app, text, told, requests, forked: requests.filter((one) => one.isFork), last: requests.at(-1) }
}

it.each([
  ['tool', 'none', false],
  ['tool', 'recent', true],
  ['tool', 'full', true],
  ['slash', 'none', false],
  ['slash', 'recent', true],
  ['slash', 'full', true],
] as const)('runs as an agent by the %s with fork_context %s, and only its report comes back', async (by, context, knows) => {
  const { text, forked, last } = await runSkill(by, {
    more: `fork_context: ${context}\n`,
    calls: [{ name: 'read_file', input: { path: 'a.txt' } }],
  })
  expect(text).toBe('told')
  expect(forked).toHaveLength(2)
  expect(forked[0]?.raw.includes('EARLIER-WORDS')).toBe(knows)
  expect(forked[0]?.raw.includes('<conversation>')).toBe(context === 'recent')
  // A copy of the conversation is sent as that conversation was.
  expect(isChild(forked[0]?.body ?? {}, 'EARLIER-WORDS')).toBe(context !== 'none')
  expect(last?.raw).toContain('AGENT-REPORT')
  expect(last?.raw).not.toMatch(/CHILD-JOB|hello/)
})

it.each(['tool', 'slash'] as const)('runs on the model its file names, by the %s', async (by) => {
  const { requests, forked } = await runSkill(by, { more: 'model: claude-haiku-4-5\n' })
  expect(forked.map(({ body }) => body['model'])).toEqual(['claude-haiku-4-5'])
  expect(requests.filter((one) => !one.isFork).map(({ body }) => body['model'])).not.toContain('claude-haiku-4-5')
})

it.each([
  ['tool', 'none'],
  ['slash', 'none'],
  ['slash', 'full'],
] as const)('refuses its agent every tool beside allowed_tools, by the %s with fork_context %s', async (by, context) => {
  const { app, told } = await runSkill(by, {
    more: `fork_context: ${context}\nallowed_tools: [Read]\n`,
    calls: [
      { name: 'glob', input: { pattern: '*' } },
      { name: 'bash', input: { command: 'touch made.txt' } },
      { name: 'call_tool', input: { name: 'write_file', arguments: { path: 'made.txt', content: 'x' } } },
      { name: 'read_file', input: { path: 'a.txt' } },
    ],
  })
  expect(told[0]).toMatch(/allows read_file only/)
  expect(told[1]).toMatch(/allows read_file only/)
  expect(told[3]).toContain('hello')
  expect(app.project.has('made.txt')).toBe(false)
})

it('keeps what a fork allows and forbids out of the conversation that started it', async () => {
  const write = { calls: [{ name: 'write_file', input: { path: 'made.txt', content: 'x' } }] }
  const app = await start({
    files: { [at]: skill('allowed_tools: [Bash(touch *)]\ndisallowed-tools: [Write]\n') },
    options: { headless: true, trustProjects: true },
    script: [{ text: 'Scope: AGENT-REPORT' }, write, { calls: [{ name: 'bash', input: { command: 'touch b.txt' } }] }, { text: 'told' }],
  })
  const sessionId = await app.newSession('acceptEdits')
  await app.run('/make tea', { sessionId })
  expect([app.project.has('made.txt'), app.project.has('b.txt')]).toEqual([true, false])
})

it('tells the conversation when the agent cannot be run', async () => {
  const app = await start({
    files: { [at]: skill('agent: nobody\n') },
    options: { headless: true, trustProjects: true },
    script: [{ text: 'told' }],
  })
  expect((await app.run('/make tea')).text).toBe('told')
  expect(app.model.requests[0]?.raw).toMatch(/There is no agent nobody/)
})

it('goes no deeper than agents do', async () => {
  const told: string[] = []
  const app = await start({
    files: { [at]: skill() },
    options: { headless: true, trustProjects: true },
    script(body) {
      const depth = [4, 3, 2, 1].find((one) => isChild(body, `make ${one}.`)) ?? 0
      if (depth <= 3 && lastResult(body) === '')
        return { unoffered: true, calls: [{ name: 'load_skill', input: { name: 'make', arguments: `${depth + 1}` } }] }
      told.push(`${depth}: ${lastResult(body)}`)
      return { text: `report ${depth}` }
    },
  })
  await app.run('GO NOW')
  expect(told).toEqual([expect.stringMatching(/^3: .*Agents are nested at most 3 deep/), '2: report 3', '1: report 2', '0: report 1'])
})

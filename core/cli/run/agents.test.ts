import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionEvent } from '../../contract/events.ts'
import { startModelServer, type ModelScript, type ModelServer } from '../../testing/index.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import { runCommand } from '../main.ts'

let base: string
let model: ModelServer

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-run-agents-')))
  mkdirSync(join(base, 'home'))
  mkdirSync(join(base, 'project'))
})
afterEach(async () => {
  await model.close()
  rmSync(base, { recursive: true, force: true })
  if (model.refusals.length > 0) throw new Error(model.refusals.join('; '))
})

async function start(script: ModelScript): Promise<void> {
  model = await startModelServer({ protocol: 'anthropic', script })
  const entry = `{ name: fake, protocol: anthropic, base_url: "${model.baseUrl}", api_key: "k", model: claude-sonnet-5-5 }`
  writeFileSync(join(base, 'home/config.yaml'), `providers:\n  - ${entry}\n`)
}

async function mew(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const terminal = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
  return { code: await runCommand(argv, terminal), out: terminal.out(), err: terminal.err() }
}

const isChild = (body: object): boolean =>
  JSON.stringify('messages' in body ? body.messages : '').startsWith('[{"role":"user","content":"CHILD') ||
  JSON.stringify(body).includes('"text":"CHILD-JOB')
const background = { prompt: 'CHILD-JOB', description: 'a job', subagent_type: 'general-purpose', run_in_background: true }

it("prints an agent's events with its id among the conversation's own, and ends when its report was answered", async () => {
  await start((body, n) => {
    if (isChild(body)) return { text: 'the report' }
    if (n === 0) return { calls: [{ name: 'agent', input: background }] }
    return { text: JSON.stringify(body).includes('the report') ? 'ANSWERED' : 'not yet' }
  })
  const { code, out, err } = await mew('run', '--output', 'stream-json', 'go')
  const events: SessionEvent[] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect([code, err]).toEqual([0, ''])
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.some(({ type, agentId }) => type === 'text.delta' && agentId !== undefined)).toBe(true)
  expect(events.findLast(({ type }) => type === 'turn.finished')).toMatchObject({ text: 'ANSWERED' })
  const tasks = JSON.parse((await mew('tasks', 'list', '--json')).out)
  expect(tasks).toMatchObject([{ status: 'completed', agent: 'general-purpose', result: 'the report', subject: 'a job' }])
})

it('leaves agents interrupted with --no-wait, and tasks resume goes on with them', async () => {
  let isHeld = true
  await start((body, n) => {
    if (isChild(body)) return isHeld ? { hang: 'headers' } : { text: 'done after all' }
    return n === 0 ? { calls: [{ name: 'agent', input: background }] } : { text: 'bye' }
  })
  expect(await mew('run', '--no-wait', 'go')).toMatchObject({ code: 0, out: 'bye\n' })
  const [task] = JSON.parse((await mew('tasks', 'list', '--json')).out)
  expect(task).toMatchObject({ status: 'interrupted', error: { code: 'task.interrupted' } })
  isHeld = false
  expect(await mew('tasks', 'resume', task.id)).toMatchObject({ code: 0, out: 'done after all\n' })
  const detail = JSON.parse((await mew('tasks', 'get', task.id, '--json')).out)
  expect(detail).toMatchObject({ status: 'completed', runs: [{ error: { code: 'task.interrupted' } }, { result: 'done after all' }] })
  expect(detail.journal.map(({ was, became }: Record<string, string>) => `${was} ${became}`)).toEqual([
    ' queued',
    'queued running',
    'running interrupted',
    'interrupted queued',
    'queued running',
    'running completed',
  ])
})

it('lists, shows and checks agents', async () => {
  await start([])
  mkdirSync(join(base, 'home/agents'))
  writeFileSync(join(base, 'home/agents/bad.md'), '---\nname: bad one\ndescription: d\ntools: []\n---\nx\n')
  const list = JSON.parse((await mew('agents', 'list', '--json')).out)
  expect(list.map(({ name, source, state }: Record<string, string>) => `${name} ${source} ${state}`)).toEqual([
    'bad user broken',
    'Explore builtin active',
    'general-purpose builtin active',
    'Plan builtin active',
  ])
  expect((await mew('agents', 'show', 'EXPLORE')).out).toMatch(/^# Explore\n/)
  const checked = await mew('agents', 'check', '../home/agents/bad.md')
  expect([checked.code, checked.out]).toEqual([
    2,
    expect.stringMatching(/bad\.md:2: error: The name `bad one`[^]*bad\.md:4: error: None of its tools/),
  ])
  expect((await mew('agents', 'show', 'explor')).err).toMatch(/agent\.not_found/)
})

it('goes on as an agent with --agent, and as itself again; a name nobody has is refused with the nearest and leaves nothing', async () => {
  await start((body) => ({ newEpoch: true, text: JSON.stringify(body).includes('You look things up') ? 'as Explore' : 'as itself' }))
  expect(await mew('run', '--agent', 'explore', 'one')).toMatchObject({ code: 0, out: 'as Explore\n' })
  expect((await mew('run', '--continue', 'two')).out).toBe('as Explore\n')
  expect((await mew('run', '--continue', '--agent', 'default', 'three')).out).toBe('as itself\n')
  const { code, err } = await mew('run', '--agent', 'Explorer', 'four')
  expect([code, err]).toEqual([2, expect.stringContaining('Is Explore meant?')])
  expect(JSON.parse((await mew('sessions', 'list', '--json')).out)).toHaveLength(1)
})

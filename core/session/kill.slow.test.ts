import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentText } from '../contract/content-text.ts'
import { SessionEvent, type SessionEventOf } from '../contract/events.ts'
import { startChild } from '../testing/child-process.ts'
import { startModelServer, type ModelStep, type ScriptedCall } from '../testing/index.ts'

const POINTS = 50
/** How many events the turn tells when nobody kills it; later points are after its end. */
const EVENTS = 60

const append = (line: string): ScriptedCall => ({ name: 'bash', id: line, input: { command: `echo ${line} | tee -a runs.txt` } })
const script: readonly ModelStep[] = [
  { text: 'I look around.', calls: ['a', 'b', 'c'].map((id) => ({ name: 'read_file', id, input: { path: 'a.txt' } })) },
  { thinking: 'hm', text: 'Now the first.', calls: [append('one')] },
  {
    calls: [
      append('two'),
      { name: 'edit_file', id: 'edit', input: { path: 'a.txt', old_string: 'two', new_string: 'TWO' } },
      append('three'),
    ],
  },
  { text: 'And the last.', calls: [append('four'), append('five')] },
  { text: 'All of it is done.' },
]

/** The same fifty points each time. */
function pointsFrom(seed: number): number[] {
  let state = seed
  return Array.from({ length: POINTS }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    // The low bits of such a generator repeat soon.
    return 1 + Math.floor((state / 2 ** 31) * EVENTS)
  })
}

async function killAfter(events: number): Promise<void> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-kill-')))
  const [home, project] = [join(base, 'home'), join(base, 'project')]
  for (const folder of [home, project]) mkdirSync(folder)
  writeFileSync(join(project, 'a.txt'), 'one\ntwo\n')
  let steps = [...script]
  const model = await startModelServer({ protocol: 'anthropic', script: () => steps.shift() ?? { text: 'nothing more' } })
  const provider = `{ name: fake, protocol: anthropic, base_url: "${model.baseUrl}", api_key: k, model: claude-sonnet-5-5 }`
  writeFileSync(join(home, 'config.yaml'), `default_provider: fake\nproviders:\n  - ${provider}\n`)
  const run = (...args: string[]) =>
    startChild('../cli/entry.ts', ['run', '--mode', 'bypassPermissions', '--output', 'stream-json', ...args], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: home },
    })
  try {
    const first = run('the first wish')
    const told: SessionEvent[] = []
    for await (const line of first.lines) {
      told.push(SessionEvent.parse(JSON.parse(line)))
      if (told.length === events) await first.kill()
    }
    steps = [{ calls: [append('after')] }, { text: 'I am back.' }]
    const second = run('--continue', 'the second wish')
    const back: SessionEvent[] = []
    for await (const line of second.lines) back.push(SessionEvent.parse(JSON.parse(line)))

    const ending = back.findLast((event): event is SessionEventOf<'turn.finished'> => event.type === 'turn.finished')
    expect([ending?.stopReason, ending?.text]).toEqual(['end_turn', 'I am back.'])
    // The strict model takes no history with a call that has no result, or two.
    expect(model.refusals).toEqual([])
    expect(back[0]?.seq).toBeGreaterThan(told.findLast(({ type }) => type === 'tool.finished')?.seq ?? 0)
    const history = model.requests.at(-1)?.raw ?? ''
    if (told.some(({ type }) => type === 'turn.started')) expect(history).toContain('the first wish')
    for (const event of told) {
      if (event.type === 'tool.finished') expect(history).toContain(JSON.stringify(contentText(event.content)).slice(1, -1))
    }
    const ran = readFileSync(join(project, 'runs.txt'), 'utf8').trimEnd().split('\n')
    expect(ran).toEqual([...['one', 'two', 'three', 'four', 'five'].slice(0, ran.length - 1), 'after'])
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toMatch(/^one\n(two|TWO)\n$/)
  } finally {
    await model.close()
    rmSync(base, { recursive: true, force: true })
  }
}

describe('a process that is killed in the middle of a turn', () => {
  it.concurrent.each(pointsFrom(20_261_129))('after %d events loses nothing it told, runs no call twice, and goes on', killAfter, 300_000)
})

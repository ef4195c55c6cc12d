import { createInterface } from 'node:readline'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { contentText } from '../../core/contract/content-text.ts'
import { SessionEvent } from '../../core/contract/events.ts'
import type { ModelStep, ScriptedCall } from '../../core/testing/model-server/index.ts'
import { makeWorld } from '../serve/world.ts'
import { run, startRun } from './mew.ts'

const POINTS = 50
/** About as many events as the turn tells when nobody kills it; a few points lie behind its end. */
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

const points = pointsFrom(20_261_129).map((events, index) => ({ index, events }))

it.concurrent.for(points)(
  'point $index: killed after $events events, a run loses nothing it told, runs no call twice, and goes on',
  { timeout: 120_000 },
  async ({ events }, { onTestFinished }) => {
    let steps = [...script]
    const files = { 'a.txt': 'one\ntwo\n' }
    const world = await makeWorld({ protocol: 'anthropic', files, script: () => steps.shift() ?? { text: 'nothing more' } })
    onTestFinished(() => world.close())

    const first = startRun(world, ['--mode', 'bypassPermissions', 'the first wish'])
    const told: SessionEvent[] = []
    if (first.child.stdout === null) throw new Error('no standard output')
    createInterface({ input: first.child.stdout }).on('line', (line) => {
      if (told.length === events) return
      told.push(SessionEvent.parse(JSON.parse(line)))
      if (told.length === events) first.child.kill('SIGKILL')
    })
    await first.ended
    steps = [{ calls: [append('after')] }, { text: 'I am back.' }]
    const back = await run(world, ['--mode', 'bypassPermissions', '--continue', 'the second wish'])

    const [ending] = back.of('turn.finished')
    expect([back.code, ending?.stopReason, ending?.text]).toEqual([0, 'end_turn', 'I am back.'])
    // The strict model takes no history with a call that has no result, or two.
    expect(world.model.refusals).toEqual([])
    expect(back.events[0]?.seq).toBeGreaterThan(told.findLast(({ type }) => type === 'tool.finished')?.seq ?? 0)
    const history = world.model.requests.at(-1)?.raw ?? ''
    if (told.some(({ type }) => type === 'turn.started')) expect(history).toContain('the first wish')
    for (const event of told) {
      if (event.type === 'tool.finished') expect(history).toContain(JSON.stringify(contentText(event.content)).slice(1, -1))
    }
    const ran = (await readFile(path.join(world.project, 'runs.txt'), 'utf8')).trimEnd().split('\n')
    expect(ran).toEqual([...['one', 'two', 'three', 'four', 'five'].slice(0, ran.length - 1), 'after'])
    expect(await readFile(path.join(world.project, 'a.txt'), 'utf8')).toMatch(/^one\n(two|TWO)\n$/)
  },
)

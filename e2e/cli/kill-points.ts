import { execFileSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { contentText } from '../../core/contract/content-text.ts'
import { fromMessages } from '../../core/contract/rows.ts'
import type { Row, RowOf } from '../../core/contract/view.ts'
import type { ModelStep } from '../../core/testing/model-server/index.ts'
import { makeWorld, type World } from '../serve/world.ts'
import { mew, numbersFrom, numbersOf, run, startRun, type EndedRun } from './mew.ts'
import type { Protocol } from './provider.ts'

const append = (line: string): string => `echo ${line} >> runs.txt`

/** What is stored in a turn that nobody ends, in this order; the results of the first step in any. */
const whole = ['prompt', 'step 1', 'read', 'grep', 'glob', 'step 2', 'one', 'step 3', 'two', 'edit', 'three', 'step 4', 'ending']
const look = ['read', 'grep', 'glob']
const lastText = 'All of it is done, and this takes a few words to say.'
const callsOf: Readonly<Record<string, readonly string[]>> = {
  'step 1': look,
  'step 2': ['one'],
  'step 3': ['two', 'edit', 'three'],
}

interface Point {
  readonly name: string
  /** How many of `whole` are stored by then. */
  readonly stored: number
  /** What runs.txt holds by then, in the end. */
  readonly ran: readonly string[]
  readonly isEdited?: boolean
  /** Kills itself there, see `kill-at.ts`. */
  readonly killAt?: string
  /** Killed when this request of 0… has come and its stream is about to send this event; `head`: before the first byte. */
  readonly stream?: { readonly request: number; readonly event: number | 'head' }
  /** The second step's command, which kills the process or has it killed. */
  readonly command?: string
  /** Killed when something opens this FIFO of the project for reading. */
  readonly fifo?: string
}

const points: readonly Point[] = [
  { name: 'before the prompt is stored', stored: 0, ran: [], killAt: 'message:1:before' },
  { name: 'with the prompt stored', stored: 1, ran: [], killAt: 'message:1:after' },
  { name: 'before the first byte of the answer', stored: 1, ran: [], stream: { request: 0, event: 'head' } },
  { name: 'after the first event of a stream', stored: 1, ran: [], stream: { request: 0, event: 1 } },
  { name: 'in the middle of a text', stored: 1, ran: [], stream: { request: 0, event: 4 } },
  { name: "in the middle of a call's arguments", stored: 1, ran: [], stream: { request: 0, event: 9 } },
  { name: 'before an answer with calls is stored', stored: 1, ran: [], killAt: 'message:2:before' },
  { name: 'between the answer and its parallel calls', stored: 2, ran: [], killAt: 'message:2:after' },
  { name: 'after the first result of a parallel batch', stored: 3, ran: [], killAt: 'message:3:after' },
  { name: 'before the last result of a parallel batch', stored: 4, ran: [], killAt: 'message:5:before' },
  { name: 'after the last result, before the next request', stored: 5, ran: [], killAt: 'message:5:after' },
  { name: 'between the answer and its command', stored: 6, ran: [], killAt: 'message:6:after' },
  { name: 'in a command that has not begun its work', stored: 6, ran: ['one'], command: `cat gate; ${append('one')}`, fifo: 'gate' },
  { name: 'in a command that has done its work', stored: 6, ran: ['one'], command: `${append('one')}; kill -9 $PPID` },
  { name: "before a command's result is stored", stored: 6, ran: ['one'], killAt: 'message:7:before' },
  { name: 'in the middle of a later stream', stored: 7, ran: ['one'], stream: { request: 2, event: 3 } },
  { name: 'between two calls that change something', stored: 9, ran: ['one', 'two'], killAt: 'message:9:after' },
  { name: 'while an edit is half written', stored: 9, ran: ['one', 'two'], killAt: 'file:half' },
  { name: 'before an edit takes the place of the file', stored: 9, ran: ['one', 'two'], killAt: 'file:before' },
  { name: 'after an edit, before its result is stored', stored: 9, ran: ['one', 'two'], isEdited: true, killAt: 'file:after' },
  { name: 'after an edit, before the next call', stored: 10, ran: ['one', 'two'], isEdited: true, killAt: 'message:10:after' },
  { name: 'in the last text', stored: 11, ran: ['one', 'two', 'three'], isEdited: true, stream: { request: 3, event: 4 } },
  { name: 'with the last text stored', stored: 12, ran: ['one', 'two', 'three'], isEdited: true, killAt: 'message:12:after' },
  { name: 'while the ending is stored', stored: 12, ran: ['one', 'two', 'three'], isEdited: true, killAt: 'message:13:before' },
  { name: 'with the ending stored', stored: 13, ran: ['one', 'two', 'three'], isEdited: true, killAt: 'message:13:after' },
]

/** Kills a run at every point, continues it, and looks at what is left. */
export function testKills(protocol: Protocol): void {
  it.concurrent.for(points)('$name loses nothing, repeats nothing and goes on', { timeout: 60_000 }, async (point, { onTestFinished }) => {
    let isBack = false
    const steps = script(point, () => killed.child.kill('SIGKILL'))
    const back: ModelStep[] = [{ calls: [{ name: 'bash', id: 'after', input: { command: append('after') } }] }, { text: 'I am back.' }]
    const world = await makeWorld({
      protocol,
      files: { 'a.txt': 'one\ntwo\n' },
      script: () => (isBack ? back : steps).shift() ?? { text: 'nothing more' },
    })
    onTestFinished(() => world.close())
    if (point.fifo) execFileSync('mkfifo', [path.join(world.project, point.fifo)])
    const env = point.killAt ? { KILL_AT: point.killAt, NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'kill-at.ts')}` } : {}
    const killed = startRun(world, ['--mode', 'bypassPermissions', 'first wish'], { env })
    if (point.fifo) await killWhenRead(path.join(world.project, point.fifo), () => killed.child.kill('SIGKILL'))
    const before = await killed.ended
    expect(before.signal).toBe('SIGKILL')
    expect(world.model.requests.length).toBeGreaterThanOrEqual(point.stored > 1 ? 1 : 0)

    isBack = true
    const after = await run(world, ['--continue', '--mode', 'bypassPermissions', 'second wish'])
    expect([after.code, after.err, after.of('turn.finished').map(({ text }) => text)]).toEqual([0, '', ['I am back.']])
    expect(world.model.refusals).toEqual([])
    expect(numbersOf(after.events)).toEqual(numbersFrom(after.of('session.started')[0]?.firstSeq ?? 0, after.events))
    expect(after.events[0]?.seq).toBeGreaterThan(before.events.findLast(({ type }) => type === 'tool.finished')?.seq ?? 0)

    const rows = await transcript(world, before.events[0]?.sessionId ?? after.events[0]?.sessionId)
    expect(shape(rows)).toEqual([...expectedRows(point), 'user second wish', 'call after done', 'text I am back.', 'ending end_turn'])
    expectAnnounced(before, rows)
    expect(resultsPerCall(world)).toEqual(Object.fromEntries(storedCalls(point).map((id) => [id, 1])))
    expect((await world.read('runs.txt')).trimEnd().split('\n')).toEqual([...point.ran, 'after'])
    expect(await world.read('a.txt')).toBe(point.isEdited ? 'one\nTWO\n' : 'one\ntwo\n')
  })
}

function script({ stream, command }: Point, kill: () => void): ModelStep[] {
  const bash = (line: string, id: string) => ({ name: 'bash', id, input: { command: line } })
  const steps: ModelStep[] = [
    {
      text: 'I look around first.',
      calls: [
        { name: 'read_file', id: 'read', input: { path: 'a.txt' } },
        { name: 'grep', id: 'grep', input: { pattern: 'two' } },
        { name: 'glob', id: 'glob', input: { pattern: '**/*.txt' } },
      ],
    },
    { calls: [bash(command ?? append('one'), 'one')] },
    {
      calls: [
        bash(append('two'), 'two'),
        { name: 'edit_file', id: 'edit', input: { path: 'a.txt', old_string: 'two', new_string: 'TWO' } },
        bash(append('three'), 'three'),
      ],
    },
    { text: lastText },
  ]
  const killAndHold = (): Promise<never> => {
    kill()
    return new Promise(() => undefined)
  }
  return steps.map((step, request) => {
    if (stream?.request !== request) return step
    // Asked for when the request has come; a getter, because a promise would begin now.
    if (stream.event === 'head') {
      return {
        ...step,
        get wait() {
          return killAndHold()
        },
      }
    }
    return { ...step, before: (event) => (event === stream.event ? killAndHold() : undefined) }
  })
}

/** Opening it for writing waits until somebody reads. */
async function killWhenRead(fifo: string, kill: () => void): Promise<void> {
  const handle = await open(fifo, 'w')
  kill()
  await handle.close()
}

async function transcript(world: World, sessionId = ''): Promise<readonly Row[]> {
  const { code, out, err } = await mew(world, ['sessions', 'export', sessionId, '--format', 'json'])
  expect([code, err]).toEqual([0, ''])
  return fromMessages(JSON.parse(out).messages)
}

/** One line a row. Of the calls that ran side by side it does not say which was first. */
function shape(rows: readonly Row[]): string[] {
  const lines = rows.map((row) => {
    if (row.kind === 'user' || row.kind === 'text') return `${row.kind} ${row.text}`
    if (row.kind === 'ending') return ['ending', row.stopReason, row.error?.code].filter(Boolean).join(' ')
    if (row.kind === 'tool') return `call ${look.includes(row.toolCallId) ? 'look' : row.toolCallId} ${stateOf(row)}`
    return row.kind
  })
  const isLook = (line: string): boolean => line.startsWith('call look ')
  const sorted = lines.filter(isLook).toSorted()
  return lines.map((line) => (isLook(line) ? (sorted.shift() ?? '') : line))
}

function stateOf({ state, meta, content }: RowOf<'tool'>): string {
  if (state !== 'failed' || !meta.interrupted) return state
  return contentText(content).startsWith('Interrupted') ? 'interrupted' : 'failed without a word'
}

function expectedRows({ stored }: Point): string[] {
  if (stored === 0) return []
  const kept = new Set(whole.slice(0, stored))
  const call = (id: string): string => `call ${id} ${kept.has(id) ? 'done' : 'interrupted'}`
  const looked = stored - 2
  const lines = [
    'user first wish',
    kept.has('step 1') && ['text I look around first.', ...look.map((_, n) => `call look ${n < looked ? 'done' : 'interrupted'}`)],
    kept.has('step 2') && call('one'),
    kept.has('step 3') && ['two', 'edit', 'three'].map(call),
    kept.has('step 4') && `text ${lastText}`,
    kept.has('ending') ? 'ending end_turn' : 'ending error session.interrupted',
  ]
  return lines.flatMap((line) => line || [])
}

/** What a script was told is in the transcript, as it was told. */
function expectAnnounced({ of }: EndedRun, rows: readonly Row[]): void {
  const kept = new Map(rows.flatMap((row) => (row.kind === 'tool' ? [[row.toolCallId, row]] : [])))
  const requested = of('tool.requested').map(({ toolCallId, input }) => ({ toolCallId, input }))
  expect(requested.map(({ toolCallId }) => kept.get(toolCallId))).toMatchObject(requested)
  const finished = of('tool.finished').map(({ toolCallId, content, meta }) => ({ toolCallId, content, meta }))
  expect(finished.map(({ toolCallId }) => kept.get(toolCallId))).toMatchObject(finished)
  expect(of('turn.started').map(() => rows[0])).toMatchObject(of('turn.started').map(({ prompt }) => ({ kind: 'user', text: prompt })))
}

function storedCalls({ stored }: Point): string[] {
  const kept = whole.slice(0, stored)
  return [...kept.flatMap((item) => callsOf[item] ?? []), 'after']
}

/** How many results the last request holds for each call. */
function resultsPerCall({ model }: World): Record<string, number> {
  const ids = [...(model.requests.at(-1)?.raw ?? '').matchAll(/"tool_(?:use|call)_id":"(\w+)"/g)].map(([, id = '']) => id)
  return Object.fromEntries(ids.map((id) => [id, ids.filter((other) => other === id).length]))
}

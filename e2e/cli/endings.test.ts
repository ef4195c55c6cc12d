import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StopReason } from '../../core/contract/common.ts'
import type { ModelScript, ModelStep } from '../../core/testing/model-server/index.ts'
import { makeWorld, type World, type WorldOptions } from '../serve/world.ts'
import { ENTRY } from '../bench/entry.ts'
import { ended, eventsOf, mew, numbersFrom, numbersOf, run, startRun, type Ended } from './mew.ts'

const never = new Promise<never>(() => undefined)
const look: ModelStep = { text: 'I look.', calls: [{ name: 'glob', input: { pattern: '*' } }] }

interface Ending {
  readonly name: string
  readonly script: () => ModelStep[]
  readonly options?: readonly string[]
  readonly code: number
  readonly stopReason: StopReason
  readonly text?: string
  /** Codes that stderr begins a line with. */
  readonly err?: readonly string[]
  /** Codes of notices: events of the stream, and for other outputs a line of stderr. */
  readonly notices?: readonly string[]
  /** The vendor that can end like this; without it both. */
  readonly only?: 'anthropic' | 'openai'
}

const endings: readonly Ending[] = [
  { name: 'by itself', script: () => [{ text: 'Fine.' }], code: 0, stopReason: 'end_turn', text: 'Fine.' },
  {
    name: 'at a stop sequence',
    script: () => [{ text: 'Fine.', stop: 'stop_sequence' }],
    code: 0,
    stopReason: 'stop_sequence',
    text: 'Fine.',
    only: 'anthropic',
  },
  {
    name: 'at --max-turns',
    script: () => [look],
    options: ['--max-turns', '1'],
    code: 3,
    stopReason: 'max_turns',
    text: 'I look.',
  },
  {
    name: 'at --timeout',
    script: () => [{ pieces: ['So ', 'far'], before: (event) => (event === 4 ? never : undefined) }],
    options: ['--timeout', '700ms'],
    code: 3,
    stopReason: 'limit',
  },
  {
    name: "at the answer's limit",
    script: () => [{ text: 'Cut', stop: 'max_tokens' }],
    code: 3,
    stopReason: 'max_tokens',
    only: 'anthropic',
  },
  { name: "at the answer's limit", script: () => [{ text: 'Cut', stop: 'length' }], code: 3, stopReason: 'max_tokens', only: 'openai' },
  {
    name: 'at the end of the context',
    script: () => [{ text: 'Cut', stop: 'model_context_window_exceeded' }],
    code: 3,
    stopReason: 'context_window',
    only: 'anthropic',
  },
  {
    name: 'by a refusal',
    script: () => [{ text: 'No.', stop: 'refusal' }],
    code: 4,
    stopReason: 'refusal',
    notices: ['provider.refused'],
    only: 'anthropic',
  },
  {
    name: "by the vendor's filter",
    script: () => [{ text: 'No', stop: 'content_filter' }],
    code: 4,
    stopReason: 'content_filter',
    only: 'openai',
  },
  {
    name: 'by a wrong key',
    script: () => [{ status: 401 }],
    code: 1,
    stopReason: 'error',
    err: ['provider.auth'],
  },
  { name: 'by a request the vendor refuses', script: () => [{ status: 400 }], code: 1, stopReason: 'error', err: ['provider.bad_request'] },
  {
    name: 'by tools that do not exist',
    script: () => Array.from({ length: 3 }, () => ({ calls: [{ name: 'no_such_tool', input: {} }], unoffered: true })),
    code: 1,
    stopReason: 'unknown_tools',
  },
]

describe.each(['anthropic', 'openai'] as const)('a turn over %s', { timeout: 60_000 }, (protocol) => {
  it.for(endings.filter(({ only = protocol }) => only === protocol))('that ends $name exits $code', async (ending) => {
    const { script, options = [], code, stopReason, text, err = [], notices = [] } = ending
    const world = await openWorld({ protocol, script: [...script(), ...script()], files: { 'a.txt': 'a' } })

    const streamed = await run(world, [...options, 'go'])
    expect([streamed.code, streamed.of('turn.finished').map((event) => event.stopReason)]).toEqual([code, [stopReason]])
    expect([codesIn(streamed.err), streamed.of('notice').map((event) => event.code)]).toEqual([err, notices])
    expect(numbersOf(streamed.events)).toEqual(numbersFrom(1, streamed.events))

    const json = await mew(world, ['run', '--output', 'json', ...options, 'go'])
    expect([json.code, codesIn(json.err)]).toEqual([code, [...notices, ...err]])
    expect(JSON.parse(json.out)).toMatchObject({ stopReason, provider: 'scripted', projectRoot: world.project, ...(text && { text }) })
    expect(JSON.parse(json.out).error?.code).toBe(err[0])
  })
})

it('prints the last answer alone as text, whatever happened before it', async () => {
  const world = await openWorld({ script: [look, { text: '# Ünïcode 中文 🦀\n\ndone' }], files: { 'a.txt': 'a' } })
  expect(await mew(world, ['run', 'go'])).toEqual({ code: 0, signal: null, out: '# Ünïcode 中文 🦀\n\ndone\n', err: '' })
})

describe('SIGINT', { timeout: 60_000 }, () => {
  it('in a stream ends with 130, and the session goes on', async () => {
    const middle = Promise.withResolvers<void>()
    const world = await openWorld({
      script: [
        { text: 'This is a long answer.', before: (event) => (event === 4 ? (middle.resolve(), never) : undefined) },
        { text: 'Back.' },
      ],
    })
    const running = startRun(world, ['first'])
    await middle.promise
    await running.line('text.delta')
    running.child.kill('SIGINT')
    const stopped = await running.ended
    expect([stopped.code, stopped.err, stopped.of('turn.finished').map(({ stopReason }) => stopReason)]).toEqual([130, '', ['cancelled']])
    expect(await world.model.requests[0]?.ended).toBe('aborted')
    await expectToGoOn(world)
  })

  it('in a tool ends its processes, answers the call and exits with 130', async () => {
    const command = 'sleep 600 & echo $$ $! > up; wait'
    const world = await openWorld({ script: [{ calls: [{ name: 'bash', id: 'long', input: { command } }] }, { text: 'Back.' }] })
    execFileSync('mkfifo', [path.join(world.project, 'up')])
    const running = startRun(world, ['--mode', 'bypassPermissions', 'first'])
    const pids = (await readFile(path.join(world.project, 'up'), 'utf8')).trim().split(' ').map(Number)
    expect(pids.map(isAlive)).toEqual([true, true])
    running.child.kill('SIGINT')
    const stopped = await running.ended
    expect([stopped.code, stopped.err]).toEqual([130, ''])
    expect(pids.map(isAlive)).toEqual([false, false])
    expect(stopped.of('tool.finished')).toMatchObject([{ toolCallId: 'long', isError: true, meta: { interrupted: true } }])
    expect(stopped.of('turn.finished')).toMatchObject([{ stopReason: 'cancelled' }])
    await expectToGoOn(world)
  })
})

describe('a reader that goes away', { timeout: 60_000 }, () => {
  /** How far the first turn comes depends on when it hears that nobody listens. */
  const chatty = (first: (n: number) => ModelStep): ModelScript => {
    return (body, n) => (JSON.stringify(body).includes('second') ? { text: 'Back.' } : first(n))
  }
  const pipe = (world: World, args: string): Promise<Ended> =>
    shell(world, `'${process.execPath}' '${ENTRY}' ${args} | head -1; echo "\${PIPESTATUS[0]}" >&2`)

  it('after one event ends the turn, without a word', async () => {
    const world = await openWorld({ script: chatty(() => ({ text: 'many words '.repeat(20_000), hang: 'stream' })) })
    const { out, err } = await pipe(world, 'run --output stream-json first')
    expect([eventsOf(out).map(({ type }) => type), err]).toEqual([['session.started'], '130\n'])
    await expectToGoOn(world)
  })

  it('before a command ends it in the same way', async () => {
    // Nobody opens the other end again: the next piece of output has no reader.
    const command = 'echo up > up; cat gate; echo late'
    const world = await openWorld({
      script: chatty((n) => (n === 0 ? { calls: [{ name: 'bash', input: { command } }] } : { wait: never })),
    })
    for (const fifo of ['up', 'gate']) execFileSync('mkfifo', [path.join(world.project, fifo)])
    const running = startRun(world, ['--mode', 'bypassPermissions', 'first'])
    await readFile(path.join(world.project, 'up'))
    running.child.stdout?.destroy()
    await writeFile(path.join(world.project, 'gate'), '')
    expect(await running.ended).toMatchObject({ code: 130, err: '' })
    await expectToGoOn(world)
  })

  it.each(['run --output text go', 'run --output json go', 'sessions list --json', 'providers list', '--help', 'doctor --json'])(
    'of `mewcode %s` gets no stack',
    async (args) => {
      const world = await openWorld({ script: [{ text: 'short' }] })
      const { err } = await shell(world, `'${process.execPath}' '${ENTRY}' ${args} | true; echo "\${PIPESTATUS[0]}" >&2`)
      expect(err).toMatch(/^(0|1|130)\n$/)
    },
  )
})

async function expectToGoOn(world: World): Promise<void> {
  const { code, of } = await run(world, ['--continue', 'second'])
  expect([code, of('turn.finished').map(({ text }) => text), world.model.refusals]).toEqual([0, ['Back.'], []])
  expect(world.model.requests.at(-1)?.raw).toContain('first')
}

async function openWorld(options: WorldOptions): Promise<World> {
  const world = await makeWorld(options)
  onTestFinished(() => world.close())
  return world
}

/** The stable codes of what stderr says. */
function codesIn(err: string): string[] {
  return [...err.matchAll(/^([a-z]+\.[a-z_]+): /gm)].map(([, code = '']) => code)
}

function shell(world: World, script: string): Promise<Ended> {
  return ended(spawn('bash', ['-c', script], { cwd: world.project, env: world.env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** A zombie is dead: who has to bury it is not our doing. */
function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  if (existsSync('/proc/self/stat')) return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'utf8'))
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { SessionEvent, type SessionEventOf, type SessionEventType } from '../../core/contract/events.ts'
import { ENTRY } from '../bench/entry.ts'
import type { World } from '../serve/world.ts'

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface EndedRun extends Ended {
  readonly events: readonly SessionEvent[]
  of<T extends SessionEventType>(type: T): SessionEventOf<T>[]
}

export interface MewOptions {
  /** What standard input holds; without it nothing. */
  readonly input?: string | Buffer
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

export interface Started<E = Ended> {
  readonly child: ChildProcess
  readonly ended: Promise<E>
  /** Resolves with the first line of stdout that has it. */
  line(part: string): Promise<string>
}

/** Starts the built command line in the world's project. */
export function startMew(world: World, args: readonly string[], { input = '', cwd = world.project, env }: MewOptions = {}): Started {
  const child = spawn(process.execPath, [ENTRY, ...args], { cwd, env: { ...world.env, ...env } })
  child.stdin.on('error', () => undefined).end(input)
  const lines = createInterface({ input: child.stdout })
  return {
    child,
    ended: ended(child),
    line: (part) =>
      new Promise((resolve, reject) => {
        lines.on('line', (line) => line.includes(part) && resolve(line))
        child.once('close', () => reject(new Error(`ended before it printed ${part}`)))
      }),
  }
}

/** Collects what a process prints until it ends. */
export function ended(child: ChildProcess): Promise<Ended> {
  const text = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text.out += piece))
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (text.err += piece))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...text }))
  })
}

export function mew(world: World, args: readonly string[], options?: MewOptions): Promise<Ended> {
  return startMew(world, args, options).ended
}

/** `run --output stream-json` with these arguments. */
export function startRun(world: World, args: readonly string[], options?: MewOptions): Started<EndedRun> {
  const started = startMew(world, ['run', '--output', 'stream-json', ...args], options)
  return { ...started, ended: started.ended.then(withEvents) }
}

export function run(world: World, args: readonly string[], options?: MewOptions): Promise<EndedRun> {
  return startRun(world, args, options).ended
}

/** What `stream-json` printed, every line checked against the contract. A last line cut by a kill is left out. */
export function eventsOf(out: string): SessionEvent[] {
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => SessionEvent.parse(JSON.parse(line)))
}

function withEvents(result: Ended): EndedRun {
  const events = eventsOf(result.out)
  const of = <T extends SessionEventType>(type: T): SessionEventOf<T>[] =>
    events.filter((event): event is SessionEventOf<T> => event.type === type)
  return { ...result, events, of }
}

/** The numbers `first`, `first` + 1, … of as many events. */
export function numbersFrom(first: number, events: readonly unknown[]): number[] {
  return events.map((_, index) => first + index)
}

export function numbersOf(events: readonly SessionEvent[]): number[] {
  return events.map(({ seq }) => seq)
}

/** Names of the files below `folder` that hold `secret`, whatever kind of file they are. */
export async function filesHolding(secret: string, folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const held = await Promise.all(
    files.map(async (file) => {
      const name = path.join(file.parentPath, file.name)
      return (await readFile(name)).includes(secret) ? [name] : []
    }),
  )
  return held.flat()
}

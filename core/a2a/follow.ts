import type { StreamResponse, Task } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../contract/errors.ts'
import { asTrouble, isAnswer } from './failures.ts'
import type { Reading, Said } from './reading.ts'

/** In a row, without a word in between. */
const MAX_TRIES = 6
const FIRST_WAIT_MS = 250
const POLL_MS = 2_000
const QUIET_MS = 90_000

export interface Followed {
  readonly agent: string
  readonly client: Client
  readonly streams: boolean
  readonly reading: Reading
  /** What is known by now outlives this process. */
  readonly remember: () => Promise<void>
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Opens a stream; aborting ends its connection. */
export type OpenStream = (signal: AbortSignal) => AsyncIterable<StreamResponse>

/**
 * What the other side says until it ends or asks. A stream that breaks off, or has long been silent, is taken up where the task is
 * now; where streams are not offered the task is looked at again and again. Nothing is ever sent twice. `AppError('a2a.*')`.
 */
export async function* follow(begin: OpenStream, followed: Followed): AsyncGenerator<Said, undefined> {
  const { agent, reading, remember, clock, signal } = followed
  let open = begin
  let tries = 0
  let trouble: unknown
  for (;;) {
    const line = new AbortController()
    try {
      for await (const event of untilQuiet(open(AbortSignal.any([signal, line.signal])), clock, signal)) {
        tries = 0
        const said = await reading.take(event)
        await remember()
        yield* said
        if (isOver(reading, event)) return
      }
      trouble = undefined
    } catch (error) {
      if (signal.aborted) return
      if (reading.taskId === '' || error instanceof AppError) throw asTrouble(error, agent)
      trouble = error
    } finally {
      line.abort()
    }
    if (signal.aborted || reading.end) return
    if (reading.taskId === '') throw new AppError('a2a.lost', { params: { agent, detail: 'the stream ended before it had said anything' } })
    tries += 1
    if (tries > MAX_TRIES) {
      const detail = trouble === undefined ? 'the stream ends again and again' : asTrouble(trouble, agent).params['detail']
      throw new AppError('a2a.lost', { params: { agent, detail: detail ?? '' }, cause: trouble })
    }
    if (!(await waited(clock, FIRST_WAIT_MS * 2 ** (tries - 1), signal))) return
    open = (until) => takeUp(reading.taskId, followed, until)
  }
}

/** Ends when nothing has come for long: a line may be dead without anybody having said so. */
async function* untilQuiet(
  events: AsyncIterable<StreamResponse>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<StreamResponse, undefined> {
  const iterator = events[Symbol.asyncIterator]()
  for (;;) {
    const over = new AbortController()
    const quiet = waited(clock, QUIET_MS, AbortSignal.any([signal, over.signal])).then(() => ({ done: true }) as const)
    const next = iterator.next()
    const first = await Promise.race([next, quiet])
    over.abort()
    // What it still waits for ends with its connection.
    if (first.done) return void next.catch(() => undefined)
    yield first.value
  }
}

/** The task as it is now, what comes after, and the task as it ended: between a look and a subscription something may be said. */
export async function* takeUp(
  id: string,
  { client, streams, clock }: Pick<Followed, 'client' | 'streams' | 'clock'>,
  signal: AbortSignal,
): AsyncGenerator<StreamResponse, undefined> {
  for (;;) {
    const task = await client.getTask({ tenant: '', id }, { signal })
    yield { payload: { $case: 'task', value: task } }
    if (hasEnded(task) || isWaiting(task)) return
    if (!streams) {
      if (!(await waited(clock, POLL_MS, signal))) return
      continue
    }
    let isAtRest = false
    for await (const event of subscribe(id, client, signal)) {
      isAtRest = event.payload?.$case === 'statusUpdate' && (hasEnded(event.payload.value) || isWaiting(event.payload.value))
      if (isAtRest) break
      yield event
    }
    if (!isAtRest) return
  }
}

/** Ended meanwhile, a task has nothing to subscribe to: the next look at it tells its end. */
async function* subscribe(id: string, client: Client, signal: AbortSignal): AsyncGenerator<StreamResponse> {
  try {
    yield* client.resubscribeTask({ tenant: '', id }, { signal })
  } catch (error) {
    if (!isAnswer(error)) throw error
  }
}

/** An answer begins with the task as it was when it still waited for the answer. */
function isOver({ end }: Reading, { payload }: StreamResponse): boolean {
  return end !== undefined && !(end.kind === 'input' && payload?.$case === 'task')
}

/** `TaskState` of the protocol. */
const ENDED: ReadonlySet<number> = new Set([3, 4, 5, 7])
const WAITING: ReadonlySet<number> = new Set([6, 8])

/** A task that has ended takes no more messages. */
export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return ENDED.has(status?.state ?? 0)
}

function isWaiting({ status }: Pick<Task, 'status'>): boolean {
  return WAITING.has(status?.state ?? 0)
}

async function waited(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.wait(ms, signal).then(
    () => true,
    () => false,
  )
}

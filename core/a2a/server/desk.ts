import type { StreamResponse, Task } from '@a2a-js/sdk'
import type { Core } from '../../app/types.ts'
import type { AppEvent, SessionEvent } from '../../contract/events.ts'
import { RpcError } from '../../contract/client.ts'
import type { RpcClient } from '../../contract/index.ts'
import { readSmallFile } from '../../platform/index.ts'
import { createItems } from './items.ts'
import { createPendingBook } from './pending.ts'
import { isEnded, messageOf, reportOf, STATES, taskIdOf, toTask, type CardDetail, type RunName } from './to-task.ts'

const MAX_REPORT = 4_000_000

export interface DeskDeps {
  /** Of the window of one project. */
  readonly rpc: RpcClient
  readonly onEvent: Core['onEvent']
}

/** Cards of a project, as tasks of the protocol. All of them are the product's own: boards show them, restarts keep them. */
export interface Desk {
  start(input: { agent: string; text: string }): Promise<RunName>
  /** A new run of a card whose last one has ended. */
  goOn(cardId: string, text: string): Promise<RunName>
  /** An answer to what the run waits for, or a word to it while it works. False: only the app can answer it. */
  say(name: RunName, text: string): Promise<boolean>
  /** Undefined: there is no such run. */
  task(name: RunName): Promise<Task | undefined>
  /** The newest run of each card, newest change first. */
  list(limit: number): Promise<readonly Task[]>
  /** Ends the run and every process of it. */
  stop(name: RunName): Promise<void>
  /** The task as it is, then what changes, until it ends or waits for an answer. */
  watch(name: RunName): AsyncGenerator<StreamResponse, void, undefined>
  close(): void
}

export function createDesk({ rpc, onEvent }: DeskDeps): Desk {
  const pending = createPendingBook(rpc)
  const off = onEvent((event) => 'sessionId' in event && pending.onEvent(event))

  const cardOf = (id: string): Promise<CardDetail | undefined> => rpc.tasks.get({ id }).catch(unlessFault)
  async function taskOf(card: CardDetail, run: number): Promise<Task | undefined> {
    const facts = run === card.run ? card.facts : card.runs[run - 1]
    const whole = facts?.outputFile ? await readSmallFile(facts.outputFile, MAX_REPORT) : undefined
    return toTask(card, run, { asked: pending.wordsOf(card.id), report: whole ?? facts?.result ?? '' })
  }
  async function task({ cardId, run }: RunName): Promise<Task | undefined> {
    const card = await cardOf(cardId)
    // A name or the beginning of an id finds a card too; over there it is the whole id or nothing.
    return card?.id === cardId ? taskOf(card, run) : undefined
  }
  return {
    task,
    async start({ agent, text }) {
      const { id, run } = await rpc.tasks.create({ subject: subjectOf(text), description: text, agent })
      return { cardId: id, run }
    },
    async goOn(cardId, text) {
      const { id, run } = await rpc.tasks.resume({ id: cardId, text })
      return { cardId: id, run }
    },
    async say({ cardId }, text) {
      if (await pending.answer(cardId, text)) return true
      if (pending.wordsOf(cardId) !== '') return false
      await rpc.tasks.send({ id: cardId, text })
      return true
    },
    async list(limit) {
      const cards = (await rpc.tasks.list({ limit })).filter(({ facts }) => facts !== null)
      const found = await Promise.all(cards.map(({ id, run }) => task({ cardId: id, run })))
      return found.flatMap((one) => one ?? [])
    },
    stop: async ({ cardId }) => void (await rpc.tasks.stop({ id: cardId })),
    async *watch(name) {
      const items = createItems(name.cardId)
      const undo = onEvent((event: SessionEvent | AppEvent) => items.onEvent(event))
      try {
        let seen = await task(name)
        if (!seen) return
        yield { payload: { $case: 'task', value: seen } }
        let streamed = ''
        while (!isAtRest(seen)) {
          const item = await items.next()
          if (item.kind === 'text') {
            streamed = item.isFirst ? item.text : streamed + item.text
            yield reportPiece(name, item.text, { append: !item.isFirst, isLast: false })
          } else if (item.kind === 'activity') {
            yield statusUpdate(name, { state: STATES.working, message: messageOf(item.text, name), timestamp: new Date().toISOString() })
          } else {
            seen = (await task(name)) ?? seen
          }
        }
        const report = textOf(seen)
        if (report !== '' && report !== streamed) yield reportPiece(name, report, { append: false, isLast: true })
        yield statusUpdate(name, seen.status)
      } finally {
        undo()
      }
    },
    close: off,
  }
}

function isAtRest({ status }: Task): boolean {
  return isEnded(status?.state) || status?.state === STATES.input
}

function textOf({ artifacts }: Task): string {
  return artifacts.flatMap(({ parts }) => parts.map(({ content }) => (content?.$case === 'text' ? content.value : ''))).join('')
}

function reportPiece(name: RunName, text: string, { append, isLast }: { append: boolean; isLast: boolean }): StreamResponse {
  const ids = { taskId: taskIdOf(name), contextId: name.cardId }
  return {
    payload: { $case: 'artifactUpdate', value: { ...ids, artifact: reportOf(text), append, lastChunk: isLast, metadata: undefined } },
  }
}

function statusUpdate(name: RunName, status: Task['status']): StreamResponse {
  return { payload: { $case: 'statusUpdate', value: { taskId: taskIdOf(name), contextId: name.cardId, status, metadata: undefined } } }
}

function unlessFault(error: unknown): undefined {
  if (error instanceof RpcError) return undefined
  throw error
}

const SUBJECT_CHARS = 100

function subjectOf(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '')
  return (line ?? text).trim().slice(0, SUBJECT_CHARS).toWellFormed()
}

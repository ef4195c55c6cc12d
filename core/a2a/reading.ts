import type { Artifact, Message, StreamResponse, Task, TaskStatus } from '@a2a-js/sdk'
import { AppError } from '../contract/errors.ts'
import { createFileKeeper, textOf } from './parts.ts'

/** Of one answer, in characters. */
const MOST = 1_000_000

/** `TaskState` of the protocol; the library's own enumeration would load it. */
const STATES = { completed: 3, failed: 4, canceled: 5, input: 6, rejected: 7, auth: 8 } as const

export type RemoteEnd =
  | { readonly kind: 'completed' }
  | { readonly kind: 'failed' | 'canceled'; readonly detail: string }
  /** It waits for words of the person's. */
  | { readonly kind: 'input'; readonly question: string }

export type Said = { readonly type: 'text' | 'thinking'; readonly text: string }

/** What a remote agent has said so far, whatever pieces, snapshots and repetitions it came in. */
export interface Reading {
  readonly taskId: string
  readonly contextId: string
  /** Settles once the other side has named the task. */
  readonly named: Promise<void>
  /** As far as it is known. */
  readonly end: RemoteEnd | undefined
  /** Answers what is new. `AppError('a2a.too_long')`. */
  take(event: StreamResponse): Promise<readonly Said[]>
}

export function createReading(agent: string, filesFolder: string): Reading {
  const keep = createFileKeeper(filesFolder)
  let taskId = ''
  let contextId = ''
  const named = Promise.withResolvers<void>()
  let end: RemoteEnd | undefined
  let length = 0
  /** Text of each artifact that was passed on. */
  const artifacts = new Map<string, string>()
  const messages = new Set<string>()
  const progress: string[] = []
  let isSaid = false

  function say(type: Said['type'], text: string): Said[] {
    if (text === '') return []
    length += text.length
    if (length > MOST) throw new AppError('a2a.too_long', { params: { agent, limit: MOST } })
    if (type === 'text') isSaid = true
    return [{ type, text }]
  }
  /** After what was said before, as a paragraph of its own. */
  const sayApart = (text: string): Said[] => say('text', text !== '' && isSaid ? `\n\n${text}` : text)

  async function takeArtifact({ artifactId, parts }: Artifact, isPiece: boolean): Promise<Said[]> {
    const text = await textOf(parts, keep)
    const before = artifacts.get(artifactId) ?? ''
    if (isPiece && before !== '') {
      artifacts.set(artifactId, before + text)
      return say('text', text)
    }
    if (before.startsWith(text)) return []
    artifacts.set(artifactId, text)
    return before !== '' && text.startsWith(before) ? say('text', text.slice(before.length)) : sayApart(text)
  }
  async function takeMessage(message: Message | undefined): Promise<string> {
    if (!message || messages.has(message.messageId)) return ''
    messages.add(message.messageId)
    return textOf(message.parts, keep)
  }
  async function takeStatus(status: TaskStatus | undefined): Promise<Said[]> {
    const text = await takeMessage(status?.message)
    switch (status?.state) {
      case STATES.completed: {
        end = { kind: 'completed' }
        const said = sayApart(text)
        // Some say all they have to say while they work.
        return isSaid ? said : say('text', progress.join('\n\n'))
      }
      case STATES.failed:
      case STATES.rejected:
        end = { kind: 'failed', detail: text }
        return []
      case STATES.canceled:
        end = { kind: 'canceled', detail: text }
        return []
      case STATES.input:
      case STATES.auth:
        if (text !== '' || end?.kind !== 'input') end = { kind: 'input', question: text }
        return []
      default:
        end = undefined
        if (text === '') return []
        progress.push(text)
        return say('thinking', progress.length === 1 ? text : `\n${text}`)
    }
  }
  async function takeTask(task: Task): Promise<Said[]> {
    const said: Said[] = []
    for (const artifact of task.artifacts) said.push(...(await takeArtifact(artifact, false)))
    return [...said, ...(await takeStatus(task.status))]
  }
  return {
    named: named.promise,
    get taskId() {
      return taskId
    },
    get contextId() {
      return contextId
    },
    get end() {
      return end
    },
    async take({ payload }) {
      if (!payload) return []
      if (payload.$case === 'message') {
        contextId = payload.value.contextId || contextId
        end = { kind: 'completed' }
        return sayApart(await takeMessage(payload.value))
      }
      const of = payload.$case === 'task' ? payload.value.id : payload.value.taskId
      // What belongs to another task is no part of this answer, and must not become what is stopped or taken up.
      if (taskId !== '' && of !== '' && of !== taskId) return []
      contextId = payload.value.contextId || contextId
      taskId = of || taskId
      if (taskId !== '') named.resolve()
      if (payload.$case === 'task') return takeTask(payload.value)
      if (payload.$case === 'statusUpdate') return takeStatus(payload.value.status)
      const { artifact, append } = payload.value
      return artifact ? takeArtifact(artifact, append) : []
    },
  }
}

import type { SendMessageRequest } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import path from 'node:path'
import { newId } from '../base/ids.ts'
import { AppError } from '../contract/errors.ts'
import { ProviderError, type ModelRequest, type Provider } from '../llm/index.ts'
import type { StreamEvent } from '../llm/types.ts'
import { openClient, type RemoteClient } from './client.ts'
import { asTrouble } from './failures.ts'
import { follow, hasEnded, takeUp, type OpenStream } from './follow.ts'
import { createTaskKeeper, type KeptTask, type TaskKeeper } from './kept-task.ts'
import { createReading, type Reading } from './reading.ts'
import { createStopper } from './stopper.ts'
import type { RemoteAgentsDeps, RemoteSession } from './types.ts'
import { nextWords, type Words } from './words.ts'

const QUESTION_CHARS = 1_000

export interface RemoteWork extends RemoteAgentsDeps {
  /** Its agent waits for an answer of the person's, or has been given one. */
  readonly waits: (session: RemoteSession, isWaiting: boolean) => void
  /** The process ends: the work over there goes on, and is taken up again. */
  readonly isClosing: () => boolean
}

/**
 * A remote agent in the place of a model: a step is one message to it and all it says until it ends or asks. What it asks is a call
 * of `ask_user`, whose result goes back as the next message of the same task.
 */
export function createRemoteProvider(session: RemoteSession, work: RemoteWork): Provider {
  return { name: session.agent, protocol: 'a2a', stream: (request, signal) => speak(session, work, request, signal) }
}

async function* speak(
  session: RemoteSession,
  work: RemoteWork,
  { messages }: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, undefined> {
  const { agent, sessionId } = session
  const folder = path.join(work.sessionsDir, sessionId)
  const keeper = createTaskKeeper(folder)
  const reading = createReading(agent, path.join(folder, 'remote'))
  const wire = new AbortController()
  let client: Client | undefined
  const stop = createStopper({ ...work, agent, reading, wire, client: () => client })
  const onAbort = (): void => void stop()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const words = nextWords(messages)
    if (words.kind === 'unanswered') throw new AppError('a2a.unanswered', { params: { agent } })
    const opened = await openClient(session, work, wire.signal)
    const kept = await stillOpen(await keeper.read(), opened.client)
    work.waits(session, false)
    const following = { ...opened, agent, reading, remember: () => keep(reading, keeper), clock: work.clock, signal: wire.signal }
    const open: OpenStream = (until) =>
      words.kind === 'goOn' && kept?.isOpen
        ? takeUp(kept.taskId, following, until)
        : opened.client.sendMessageStream(messageOf(words, kept, opened), { signal: until })
    client = opened.client
    yield* follow(open, following)
    if (wire.signal.aborted) return
    work.waits(session, reading.end?.kind === 'input')
    yield* ending(reading, agent)
  } catch (error) {
    if (wire.signal.aborted || signal.aborted) return
    const trouble = asTrouble(error, agent)
    // What has no name cannot be stopped; what cannot be reached may be at work still, and a resumed run takes it up.
    if (reading.taskId === '' || trouble.code === 'a2a.lost') client = undefined
    yield { type: 'error', error: new ProviderError('server', trouble.message, { cause: trouble }) }
  } finally {
    signal.removeEventListener('abort', onAbort)
    await stop()
  }
}

/** What is known of the conversation over there; work that has ended takes no more messages. */
async function stillOpen(kept: KeptTask | undefined, client: Client): Promise<KeptTask | undefined> {
  if (!kept?.isOpen) return kept
  const task = await client.getTask({ tenant: '', id: kept.taskId })
  return { ...kept, isOpen: !hasEnded(task) }
}

/** A finished task is gone on with by a new one of the same context. */
function messageOf(
  { text }: Exclude<Words, { kind: 'unanswered' }>,
  kept: KeptTask | undefined,
  { streams }: RemoteClient,
): SendMessageRequest {
  return {
    tenant: '',
    message: {
      messageId: newId(),
      contextId: kept?.contextId ?? '',
      taskId: kept?.isOpen ? kept.taskId : '',
      role: ROLE_USER,
      parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: !streams },
    metadata: undefined,
  }
}

/** `Role` of the protocol; the library's own enumeration would load it. */
const ROLE_USER = 1

async function keep({ taskId, contextId, end }: Reading, keeper: TaskKeeper): Promise<void> {
  const isOpen = taskId !== '' && (end === undefined || end.kind === 'input')
  if (taskId !== '' || contextId !== '') await keeper.write({ taskId, contextId, isOpen })
}

function* ending({ end }: Reading, agent: string): Generator<StreamEvent> {
  if (end?.kind === 'failed') throw new AppError('a2a.failed', { params: { agent, detail: end.detail.slice(0, 500) } })
  if (end?.kind === 'canceled') throw new AppError('a2a.canceled', { params: { agent, detail: end.detail.slice(0, 500) } })
  if (end?.kind === 'input') {
    const text = end.question.slice(0, QUESTION_CHARS).toWellFormed() || 'It waits for you to say more.'
    if (end.question.length > QUESTION_CHARS) yield { type: 'text', text: end.question }
    const argumentsText = JSON.stringify({ questions: [{ header: agent, text }] })
    yield { type: 'tool_calls', calls: [{ toolCallId: `remote_${newId().replaceAll('-', '')}`, name: 'ask_user', argumentsText }] }
  }
  yield { type: 'done', stopReason: end?.kind === 'input' ? 'tool_use' : 'end_turn', raw: undefined }
}

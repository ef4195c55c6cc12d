import type { Message, Part, TaskState as State } from '@a2a-js/sdk'
import { randomUUID } from 'node:crypto'
import { AgentEvent, type AgentExecutor, type ExecutionEventBus, type RequestContext } from '@a2a-js/sdk/server'

/** `TaskState` of the protocol. */
export const states = { submitted: 1, working: 2, completed: 3, failed: 4, canceled: 5, input: 6 } as const satisfies Record<string, State>

export interface SampleAgent extends AgentExecutor {
  /** What it was told, in order. */
  readonly heard: readonly { readonly text: string; readonly taskId: string; readonly contextId: string }[]
  /** Tasks that were at work and stopped because somebody cancelled them. */
  readonly stopped: readonly string[]
  /** Lets `slow` go on to its next step. */
  step(): void
}

/**
 * Behaves as the sample agents of the JavaScript SDK do: a snapshot, `working`, an artifact, an end; a cancel is a mark that its work
 * looks at. The first word of a message says what it does: `slow` waits for `step()` before each of three pieces, `ask` wants an
 * answer, `fail` fails, `file` brings a file, `flood` says far too much, any other is echoed.
 */
export function createSampleAgent(): SampleAgent {
  const heard: { text: string; taskId: string; contextId: string }[] = []
  const stopped: string[] = []
  const cancelled = new Set<string>()
  const contexts = new Map<string, string>()
  const atWork = new Set<string>()
  const waiting: (() => void)[] = []
  let steps = 0
  const step = (): void => {
    const go = waiting.shift()
    if (go) go()
    else steps += 1
  }
  const pause = (): Promise<void> => {
    if (steps === 0) return new Promise((resolve) => void waiting.push(resolve))
    steps -= 1
    return Promise.resolve()
  }

  async function work(text: string, { artifact, status }: Telling, isCancelled: () => boolean): Promise<void> {
    const [word = ''] = text.split(' ')
    if (word === 'ask') return status(states.input, 'Which colour?')
    if (word === 'fail') return status(states.failed, 'the disk is full')
    if (word === 'flood') artifact('a', [textPart('x'.repeat(2_000_000))])
    if (word === 'file')
      artifact('f', [
        { ...textPart(''), content: { $case: 'raw', value: Buffer.from('PNG!') }, filename: '../../evil.png', mediaType: 'image/png' },
      ])
    if (word !== 'slow') artifact('r', [textPart(`You said: ${text}`)])
    for (const piece of word === 'slow' ? ['one ', 'two ', 'three'] : []) {
      await pause()
      if (isCancelled()) return
      artifact('s', [textPart(piece)], piece !== 'one ')
    }
    status(states.completed)
  }
  return {
    heard,
    stopped,
    step,
    async cancelTask(taskId, bus) {
      cancelled.add(taskId)
      if (atWork.has(taskId)) return step()
      bus.publish(
        AgentEvent.statusUpdate({ taskId, contextId: contexts.get(taskId) ?? '', status: statusOf(states.canceled), metadata: {} }),
      )
      bus.finished()
    },
    async execute({ taskId, contextId, userMessage, task }, bus) {
      const text = userMessage.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('')
      heard.push({ text, taskId: userMessage.taskId, contextId: userMessage.contextId })
      const status = statusOf(states.submitted)
      contexts.set(taskId, contextId)
      atWork.add(taskId)
      bus.publish(AgentEvent.task(task ?? { id: taskId, contextId, status, artifacts: [], history: [userMessage], metadata: {} }))
      const tell = telling({ taskId, contextId }, bus)
      tell.status(states.working, 'Processing your question')
      await work(text, tell, () => cancelled.has(taskId))
      atWork.delete(taskId)
      if (!cancelled.delete(taskId)) return
      stopped.push(taskId)
      tell.status(states.canceled)
    },
  }
}

function statusOf(state: State) {
  return { state, message: undefined, timestamp: new Date().toISOString() }
}

interface Telling {
  artifact(artifactId: string, parts: Part[], append?: boolean): void
  status(state: State, text?: string): void
}

function telling(ids: Pick<RequestContext, 'taskId' | 'contextId'>, bus: ExecutionEventBus): Telling {
  return {
    artifact(artifactId, parts, append = false) {
      const artifact = { artifactId, name: 'Result', description: '', parts, metadata: undefined, extensions: [] }
      bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append, lastChunk: false, metadata: undefined }))
    },
    status(state, text) {
      const message = text === undefined ? undefined : agentMessage(text, ids)
      bus.publish(AgentEvent.statusUpdate({ ...ids, status: { ...statusOf(state), message }, metadata: {} }))
    },
  }
}

function agentMessage(text: string, ids: Pick<RequestContext, 'taskId' | 'contextId'>): Message {
  const rest = { extensions: [], metadata: {}, referenceTaskIds: [] }
  return { role: 2, messageId: randomUUID(), parts: [textPart(text)], ...ids, ...rest }
}

export function textPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' }
}

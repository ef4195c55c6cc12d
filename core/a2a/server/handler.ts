import type { Message, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk'
import type * as Errors from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { AgentInfo } from '../../contract/agents.ts'
import { RpcError } from '../../contract/client.ts'
import { cardOf } from './card.ts'
import type { Desk } from './desk.ts'
import { isEnded, readTaskId, STATES, type RunName } from './to-task.ts'
import { agentFor, textIn } from './words.ts'

const MOST_LISTED = 200

export interface HandlerDeps {
  readonly desk: Desk
  /** Those that work here. */
  readonly agents: () => Promise<readonly AgentInfo[]>
  readonly origin: string
  readonly version: string
  /** The library's, loaded with the server. */
  readonly errors: typeof Errors
}

/** What the protocol asks, over the product's own cards. */
export function createHandler({ desk, agents, origin, version, errors }: HandlerDeps): A2ARequestHandler {
  const card = async () => cardOf(await agents(), { origin, version })
  const noPush = async (): Promise<never> => {
    throw new errors.PushNotificationNotSupportedError()
  }
  async function find(taskId: string): Promise<{ name: RunName; task: Task }> {
    const name = readTaskId(taskId)
    const task = name && (await desk.task(name))
    if (!task) throw new errors.TaskNotFoundError(`No task ${taskId}`)
    return { name, task }
  }
  /** The run that the message begins, or goes on with. */
  async function take({ message, metadata }: SendMessageRequest): Promise<RunName> {
    if (!message?.messageId) throw new errors.RequestMalformedError('message.messageId is required.')
    const text = textIn(message)
    if (text === undefined) throw new errors.ContentTypeNotSupportedError('Only text and data are taken.')
    if (text.trim() === '') throw new errors.RequestMalformedError('The message says nothing.')
    if (message.taskId !== '') return answer(message, text)
    if (message.contextId !== '') return goOn(message.contextId, text)
    const wish = agentFor(text, { message, metadata, known: await agents() })
    if (wish.text.trim() === '') throw new errors.RequestMalformedError('The message says nothing.')
    return ours(desk.start(wish))
  }
  async function answer({ taskId, contextId }: Message, text: string): Promise<RunName> {
    const { name, task } = await find(taskId)
    if (contextId !== '' && contextId !== name.cardId) throw new errors.RequestMalformedError('The task belongs to another context.')
    if (isEnded(task.status?.state))
      throw new errors.UnsupportedOperationError('The task has ended: send a message with its contextId and no taskId.')
    if (!(await ours(desk.say(name, text))))
      throw new errors.UnsupportedOperationError('What it waits for can only be answered in MewCode.')
    return name
  }
  async function goOn(contextId: string, text: string): Promise<RunName> {
    const newest = (await desk.list(MOST_LISTED)).find((task) => task.contextId === contextId)
    if (!newest) throw new errors.RequestMalformedError(`No context ${contextId}: leave it out, and one is made.`)
    if (!isEnded(newest.status?.state)) throw new errors.UnsupportedOperationError(`Its task ${newest.id} is at work: send to that.`)
    return ours(desk.goOn(contextId, text))
  }
  /** What the product refuses, it says in words for the other side. */
  async function ours<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      if (error instanceof RpcError) throw new errors.RequestMalformedError(`${error.message} ${error.fix}`)
      throw error
    })
  }
  async function settled(name: RunName): Promise<Task> {
    const events = desk.watch(name)
    while (!(await events.next()).done);
    return (await find(`${name.cardId}.${name.run}`)).task
  }
  return {
    getAgentCard: card,
    async getAuthenticatedExtendedAgentCard() {
      throw new errors.ExtendedAgentCardNotConfiguredError()
    },
    async sendMessage(request) {
      const name = await take(request)
      return request.configuration?.returnImmediately ? (await find(`${name.cardId}.${name.run}`)).task : settled(name)
    },
    async *sendMessageStream(request): AsyncGenerator<StreamResponse, void, undefined> {
      yield* desk.watch(await take(request))
    },
    async *resubscribe({ id }): AsyncGenerator<StreamResponse, void, undefined> {
      const { name, task } = await find(id)
      if (isEnded(task.status?.state)) throw new errors.UnsupportedOperationError('The task has ended.')
      yield* desk.watch(name)
    },
    getTask: async ({ id }) => (await find(id)).task,
    async listTasks({ contextId, status, pageSize }) {
      const all = await desk.list(MOST_LISTED)
      const tasks = all.filter((task) => (contextId === '' || task.contextId === contextId) && (!status || task.status?.state === status))
      const size = Math.min(pageSize || MOST_LISTED, MOST_LISTED)
      return { tasks: tasks.slice(0, size), nextPageToken: '', pageSize: size, totalSize: tasks.length }
    },
    async cancelTask({ id }) {
      const { name, task } = await find(id)
      if (isEnded(task.status?.state)) throw new errors.TaskNotCancelableError('The task has ended.')
      await ours(desk.stop(name))
      const { task: after } = await find(id)
      if (after.status?.state !== STATES.canceled) throw new errors.TaskNotCancelableError('The task ended by itself.')
      return after
    },
    createTaskPushNotificationConfig: noPush,
    getTaskPushNotificationConfig: noPush,
    listTaskPushNotificationConfigs: noPush,
    deleteTaskPushNotificationConfig: noPush,
  }
}

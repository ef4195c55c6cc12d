import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { z } from 'zod'
import type { WireError } from '../../core/contract/errors.ts'
import type { Task, tasks as tasksContract } from '../../core/contract/tasks.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { nextFrame } from './next-frame.ts'

/** More than the board is made for; the newest changes come first. */
const MOST = 2_000

type NewTask = z.input<typeof tasksContract.create.input>
export type TaskChanges = z.output<typeof tasksContract.changes.output>
export type TaskDetail = z.output<typeof tasksContract.get.output>

/** Cards of the window's project, of all projects in Home: as they are now, whoever changes them. */
export const useTasksStore = defineStore('tasks', () => {
  const { client, onEvent, onState } = useConnection()
  /** The newest first. Undefined until first loaded. */
  const byId = shallowRef<ReadonlyMap<string, Task>>()
  const error = shallowRef<WireError>()
  const list = computed(() => byId.value && [...byId.value.values()])
  const changed = new Map<string, Task>()
  /** Cards that were taken off: an older answer may still name them. */
  const removed = new Set<string>()
  let isAsking = false
  let mayAskAgain = false

  async function load(): Promise<void> {
    if (isAsking) {
      mayAskAgain = true
      return
    }
    isAsking = true
    try {
      const newest = Math.max(0, ...[...(byId.value?.values() ?? [])].map(({ updatedAt }) => updatedAt))
      const found = await client.tasks.list({ limit: MOST, ...(newest > 0 && { since: newest }) })
      // Reading a thousand cards and drawing them is too much for one frame.
      if (!byId.value) await new Promise<void>(nextFrame)
      if (byId.value) found.forEach(put)
      else byId.value = newestFirst(found.filter(({ id }) => !removed.has(id)))
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    } finally {
      isAsking = false
    }
    if (!mayAskAgain) return
    mayAskAgain = false
    await load()
  }

  /** However many change at once, the board is drawn once a frame. */
  function put(task: Task): void {
    if (changed.size === 0) nextFrame(apply)
    changed.set(task.id, task)
  }

  function drop(ids: readonly string[]): void {
    for (const id of ids) removed.add(id)
    apply()
  }

  function apply(): void {
    const next = new Map(byId.value)
    const isNew = [...changed.keys()].some((id) => !next.has(id))
    for (const id of removed) next.delete(id)
    for (const task of changed.values()) {
      if (removed.has(task.id)) continue
      if ((next.get(task.id)?.updatedAt ?? 0) <= task.updatedAt) next.set(task.id, task)
    }
    changed.clear()
    // Most changes are of cards that stand there already: a thousand are not sorted for each.
    byId.value = isNew ? newestFirst(next.values()) : next
  }

  /** Answers the new card's id. */
  async function create(task: NewTask): Promise<string> {
    const made = await client.tasks.create(task)
    if (byId.value) put(made)
    return made.id
  }

  async function start(id: string, agent: string): Promise<void> {
    put(await client.tasks.start({ id, agent }))
  }

  async function resume(id: string): Promise<void> {
    put(await client.tasks.resume({ id }))
  }

  async function stop(id: string, scope: 'task' | 'children' = 'task'): Promise<void> {
    await client.tasks.stop({ id, scope })
    await load()
  }

  /** One after the other; one that its parent's stop ended already is none. */
  async function stopAll(ids: readonly string[]): Promise<void> {
    try {
      for (const id of ids) await client.tasks.stop({ id })
    } finally {
      await load()
    }
  }

  /** Answers the files that stood in the way; none: it is merged. */
  async function merge(id: string): Promise<readonly string[]> {
    const { status, conflicts } = await client.tasks.merge({ id })
    await load()
    return status === 'conflict' ? conflicts : []
  }

  async function discard(id: string): Promise<void> {
    put(await client.tasks.discard({ id }))
  }

  async function remove(id: string): Promise<void> {
    await client.tasks.remove({ id })
    drop([id])
  }

  async function send(id: string, text: string): Promise<void> {
    put((await client.tasks.send({ id, text })).task)
  }

  onScopeDispose(
    onEvent((event) => {
      if (!byId.value) {
        // The first answer, which is on its way, may be older than this.
        if (event.type === 'tasks.changed') for (const id of event.removed ?? []) removed.add(id)
        if (event.type === 'tasks.changed' || event.type === 'task.updated') mayAskAgain = isAsking
        return
      }
      if (event.type === 'task.updated') put(event.task)
      else if (event.type === 'tasks.changed') {
        if (event.removed) drop(event.removed)
        void load()
      }
    }),
  )
  onScopeDispose(onState((state) => void (state.kind === 'open' && byId.value && load())))

  return {
    list,
    byId,
    error,
    load,
    create,
    start,
    resume,
    stop,
    stopAll,
    send,
    merge,
    discard,
    remove,
    changes: (id: string): Promise<TaskChanges> => client.tasks.changes({ id }),
    detail: (id: string): Promise<TaskDetail> => client.tasks.get({ id }),
  }
})

function newestFirst(cards: Iterable<Task>): ReadonlyMap<string, Task> {
  const sorted = [...cards].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return new Map(sorted.map((task) => [task.id, task]))
}

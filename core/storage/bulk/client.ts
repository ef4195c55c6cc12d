import { Worker } from 'node:worker_threads'
import { AppError } from '../../contract/errors.ts'
import type { Bulk } from '../types.ts'
import type { Outcome, Reply, Request, Trouble, WorkerSetup } from './jobs.ts'
import { valueOf } from './outcome.ts'

interface Waiting {
  settle(outcome: Outcome<unknown>): void
}

/** Bulk work on a thread of its own, which starts with the first of it. */
export function createBulkWorker(setup: { path: string; program: string }): Bulk {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function started(): Worker {
    if (worker) return worker
    const thread = start({ kind: 'serve', ...setup })
    const fail = (bug: string): void => {
      if (worker === thread) worker = undefined
      for (const each of waiting.values()) each.settle({ bug })
      waiting.clear()
    }
    thread.on('message', (reply: Reply<unknown>) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (waiting.size === 0) thread.unref()
      asked?.settle(reply)
    })
    thread.on('error', (error) => fail(error.stack ?? error.message))
    thread.on('exit', () => fail('the storage thread has ended'))
    worker = thread
    return thread
  }

  function ask<K extends Request['task']>(task: K, input: Parameters<Bulk[K]>[0]): Promise<Awaited<ReturnType<Bulk[K]>>> {
    return new Promise((resolve, reject) => {
      const thread = started()
      lastId += 1
      waiting.set(lastId, {
        settle(outcome: Outcome<Awaited<ReturnType<Bulk[K]>>>) {
          try {
            resolve(valueOf(outcome))
          } catch (error) {
            reject(error)
          }
        },
      })
      // While something is asked the process stays for the answer.
      thread.ref()
      thread.postMessage({ id: lastId, task, input })
    })
  }

  return {
    load: (sessionId) => ask('load', sessionId),
    search: (query) => ask('search', query),
    export: (input) => ask('export', input),
    import: (file) => ask('import', file),
    remove: (sessionIds) => ask('remove', sessionIds),
    sizes: () => ask('sizes', undefined),
    backup: (path) => ask('backup', path),
    tidy: () => ask('tidy', undefined),
    async close() {
      const thread = worker
      worker = undefined
      for (const each of waiting.values()) each.settle({ trouble: { code: 'rpc.closed', params: {} } })
      waiting.clear()
      // What it was writing is rolled back at the next open; nothing half done was told to anybody.
      await thread?.terminate()
    },
  }
}

/** Migrates, checks and, where it must, recovers the file on a thread of its own; answers what the host is to show. */
export function prepareElsewhere(job: { path: string; migrations: readonly string[]; nowMs: number }): Promise<AppError | undefined> {
  return new Promise((resolve, reject) => {
    const thread = start({ kind: 'prepare', ...job })
    thread.once('message', (outcome: Outcome<Trouble | undefined>) => {
      try {
        const notice = valueOf(outcome)
        resolve(notice && new AppError(notice.code, { params: notice.params }))
      } catch (error) {
        reject(error)
      }
    })
    thread.once('error', reject)
  })
}

/** From its source under tests, as an entry of its own in the built product, where this file lies in a folder beside it. */
function start(setup: WorkerSetup): Worker {
  const file = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : '../storage/worker.js', import.meta.url)
  return new Worker(file, { workerData: setup })
}

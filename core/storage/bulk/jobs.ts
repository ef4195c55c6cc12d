import type { ErrorCode } from '../../contract/error-texts.ts'
import type { Bulk } from '../types.ts'

/** What the thread is started for: to answer requests until it is closed, or to bring the file into order once. */
export type WorkerSetup =
  | { readonly kind: 'serve'; readonly path: string; readonly program: string }
  | { readonly kind: 'prepare'; readonly path: string; readonly migrations: readonly string[]; readonly nowMs: number }

export type Task = Exclude<keyof Bulk, 'close'>

export type Request = { readonly [K in Task]: { readonly id: number; readonly task: K; readonly input: Parameters<Bulk[K]>[0] } }[Task]

/** A failure on its way between two threads. */
export interface Trouble {
  readonly code: ErrorCode
  readonly params: Readonly<Record<string, string>>
}

export type Outcome<T> = { readonly value: T } | { readonly trouble: Trouble } | { readonly bug: string }
export type Reply<T> = { readonly id: number } & Outcome<T>

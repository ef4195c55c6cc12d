import type { Mode } from '../contract/common.ts'
import type { Message } from '../contract/messages.ts'
import type { SkipReason } from '../contract/sessions.ts'

/** A session as a file holds it. */
export interface Transcript {
  readonly title: string
  readonly provider: string
  readonly model: string
  readonly mode: Mode
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly messages: readonly Message[]
}

/** What a file of another origin says of itself; undefined where it does not. */
export interface ReadTranscript {
  readonly title: string | undefined
  readonly model: string | undefined
  readonly provider: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  /** Every turn ends, every call has one result. */
  readonly messages: readonly Message[]
  readonly skipped: readonly { readonly reason: SkipReason; readonly count: number }[]
}

/** Counts what is left out. */
export type Skip = (reason: SkipReason, count?: number) => void

/** One record of a file that is read line by line. */
export type LineRecord = Readonly<Record<string, unknown>>

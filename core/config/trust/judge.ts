import { createHash } from 'node:crypto'
import path from 'node:path'
import { canonicalJson } from '../../base/canonical-json.ts'
import type { TrustItem } from '../../contract/trust.ts'
import type { TrustRecord } from '../../storage/types.ts'

/** One thing a project's file would widen, as the file has it. */
export interface Definition {
  readonly kind: TrustItem['kind']
  /** Absolute path of the file that says so. */
  readonly file: string
  /** Place in the file, as `permissions.allow`. */
  readonly at: string
  readonly line: number
  /** What decides; the same value in another spelling is the same definition. May hold a key. */
  readonly value: unknown
  /** Shown and kept; never holds a key. */
  readonly text: string
}

/** Says which of a folder's definitions count, and remembers all it was asked about. */
export interface TrustJudge {
  allows(definition: Definition): boolean
  readonly items: readonly TrustItem[]
}

export interface JudgeDeps {
  readonly projectRoot: string
  readonly record: TrustRecord
  /** Everything counts, for this run. */
  readonly all: boolean
}

export function createTrustJudge({ projectRoot, record, all }: JudgeDeps): TrustJudge {
  const items: TrustItem[] = []
  return {
    items,
    allows({ kind, file, at, line, value, text }) {
      const relative = path.relative(projectRoot, file)
      const key = `${relative}#${at}`
      const hash = hashOf(value)
      const kept = record.items.get(key)
      const state = kept === undefined ? 'new' : kept.hash === hash ? 'trusted' : 'modified'
      items.push({ key, kind, file: relative, line, text, hash, state, ...(state === 'modified' && kept && { before: kept.text }) })
      return all || state === 'trusted'
    },
  }
}

/** SHA-256, hex, of the value as canonical JSON: order of keys and spelling of the file do not matter. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

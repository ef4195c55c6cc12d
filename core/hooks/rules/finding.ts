import { closest } from '../../base/closest.ts'
import type { ErrorCode } from '../../contract/error-texts.ts'
import { AppError } from '../../contract/errors.ts'

/** Where in the entry: keys and places in lists. */
export type At = readonly (string | number)[]

/** One thing that is wrong with an entry. */
export interface Finding {
  readonly at: At
  readonly level: 'error' | 'warning'
  readonly problem: AppError
}

/** Collects what is wrong with one entry. */
export interface Findings {
  error(code: HookCode, at: At, params?: Readonly<Record<string, string>>): void
  warn(code: HookCode, at: At, params?: Readonly<Record<string, string>>): void
  readonly all: readonly Finding[]
  readonly hasErrors: boolean
}

type HookCode = Extract<ErrorCode, `hook.${string}`>

export function collectFindings(): Findings {
  const all: Finding[] = []
  const add = (level: Finding['level'], code: HookCode, at: At, params: Readonly<Record<string, string>> = {}): void => {
    const short = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, cut(value)]))
    all.push({ at, level, problem: new AppError(code, { params: short }) })
  }
  return {
    error: (code, at, params) => add('error', code, at, params),
    warn: (code, at, params) => add('warning', code, at, params),
    all,
    get hasErrors() {
      return all.some(({ level }) => level === 'error')
    },
  }
}

/** For a value that is none of `known`. */
export function choices(value: string, known: readonly string[]): { value: string; near: string; known: string } {
  return { value, near: closest(value, known), known: known.join(', ') }
}

/** A mistake may put anything into a value. */
function cut(value: string): string {
  return value.length <= 300 ? value : `${value.slice(0, 299).toWellFormed()}…`
}

import { z } from 'zod'
import type { AppError } from '../contract/errors.ts'
import { nearest } from './nearest.ts'
import type { Path, YamlFile } from './yaml-file.ts'

type Issue = z.core.$ZodIssue

/** Of what the schema has no words for; the checker's own would tell a person nothing. */
const UNSAID = '…'

/** One thing that is wrong, told by where it is. */
export interface Finding {
  readonly at: Path
  readonly kind: 'unknown_key' | 'value'
  /** The key, dotted, from where the checked value begins. */
  readonly key: string
  /** What it must be, in words of the file format; for an unknown key the known one that looks like it, or empty. */
  readonly expected: string
}

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly findings: readonly Finding[] }

/** Checks `value`, found at `at` in its file, and tells every problem at once. Never quotes a value: it may be a key. */
export function check<S extends z.ZodType>(schema: S, value: unknown, at: Path): Checked<z.output<S>> {
  const result = schema.safeParse(value, { error: () => UNSAID })
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, findings: result.error.issues.flatMap((issue) => toFindings(schema, issue, at)) }
}

export interface Kept<T> {
  readonly value: Partial<T>
  readonly findings: readonly Finding[]
}

/** Checks a map key by key: what is wrong is left out and reported, the rest stays. */
export function checkEach<S extends z.ZodObject>(schema: S, value: unknown, at: Path): Kept<z.output<S>> {
  const whole = check(schema, value, at)
  if (whole.ok) return { value: whole.value, findings: [] }
  const bad = new Set(whole.findings.map((finding) => finding.at[at.length]))
  if (bad.has(undefined)) return { value: {}, findings: whole.findings }
  const rest = Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !bad.has(key)))
  const kept = schema.safeParse(rest)
  return { value: kept.success ? kept.data : {}, findings: whole.findings }
}

/** A person mends the first ones first; finding the line of each takes a walk through the file. */
const MAX_PROBLEMS = 100

/** The findings as problems of a settings or configuration file (not of a provider entry). */
export function toProblems(file: YamlFile, findings: readonly Finding[]): AppError[] {
  return findings.slice(0, MAX_PROBLEMS).map((finding) => {
    const key = dotted(finding.at)
    if (finding.kind === 'value' && key === '') return file.problem('config.not_mapping', finding.at)
    if (finding.kind === 'value') return file.problem('config.value', finding.at, { key, expected: finding.expected })
    if (finding.expected === '') return file.problem('config.unknown_key', finding.at, { key })
    return file.problem('config.misspelled_key', finding.at, { key, near: finding.expected })
  })
}

function toFindings(schema: z.ZodType, issue: Issue, base: Path): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path)
    return issue.keys.map((key) => ({
      at: [...base, ...issue.path, key],
      kind: 'unknown_key',
      key: dotted([...issue.path, key]),
      expected: nearest(key, known) ?? '',
    }))
  }
  return [{ at: [...base, ...issue.path], kind: 'value', key: dotted(issue.path), expected: expectation(issue) }]
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return { array: '[…]', record: '{…}', object: '{…}', int: '1, 2, 3 …' }[String(issue.expected)] ?? issue.expected
    case 'invalid_value':
      return issue.values.filter((value) => value !== '').join(' | ')
    case 'too_small':
      return `≥ ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string' ? `≤ ${issue.maximum} characters` : `≤ ${issue.maximum}`
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.map(expectation).join(' | ')
    case 'invalid_union':
    case 'custom':
    case 'invalid_format':
      return issue.message
    default:
      return UNSAID
  }
}

/** Keys a strict object at `path` inside `schema` knows. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  const here = bare(schema)
  const [first, ...rest] = path
  if (first !== undefined) {
    const next = here instanceof z.ZodObject ? here.shape[String(first)] : undefined
    return next ? keysAt(next, rest) : []
  }
  return here instanceof z.ZodObject ? Object.keys(here.shape) : []
}

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema
}

/** At most 64 characters of each key: a mistake may put anything there. */
function dotted(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part).slice(0, 64) || '""'}`))
    .join('')
    .replace(/^\./, '')
}

import { closest } from '../../base/closest.ts'
import type { At, Findings } from './finding.ts'

export type Fields = Readonly<Record<string, unknown>>

export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : undefined
}

/** YAML reads some words as numbers or booleans that were meant as text. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** A text that must be there. */
export function needText(fields: Fields, key: string, { at, found }: { at: At; found: Findings }): string {
  const text = asText(fields[key])
  if (text !== undefined && text.trim() !== '') return text
  if (fields[key] === undefined || text !== undefined) found.error('hook.missing', at, { key })
  else found.error('hook.value', [...at, key], { key, expected: 'text' })
  return ''
}

export function readTexts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.map(asText)
  return texts.every((text) => text !== undefined) ? texts : undefined
}

/** YAML 1.1's words too: other readers took them for booleans. */
export function readSwitch(fields: Fields, key: string, { usual, found }: { usual: boolean; found: Findings }): boolean {
  const value = fields[key]
  if (value === undefined) return usual
  if (value === true || value === 'yes' || value === 'on') return true
  if (value === false || value === 'no' || value === 'off') return false
  found.error('hook.value', [key], { key, expected: 'true | false' })
  return usual
}

/** Keys nobody reads are most often a slip of the fingers. */
export function warnOfKeys(fields: Fields, known: readonly string[], { at, found }: { at: At; found: Findings }): void {
  for (const key of Object.keys(fields))
    if (!known.includes(key)) found.warn('hook.unknown_key', [...at, key], { key, near: closest(key, known) })
}

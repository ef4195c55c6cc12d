import type { Json } from './types.ts'

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Content as blocks: a plain string is one text block. */
export function blocksOf(content: unknown): readonly Json[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content)
}

/** The path of the first lone surrogate in any string, or undefined. */
export function loneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (Array.isArray(value)) return value.some(loneSurrogate)
  return isJson(value) && Object.entries(value).some(([key, inner]) => !key.isWellFormed() || loneSurrogate(inner))
}

import { stringify } from 'yaml'
import { isOpenSecret, MASK, withoutKeys } from './secrets.ts'

/** Longer literal values of a variable or a header are as likely a key as not. */
const SHORT = 12

/** An entry as it stands in its file, without comments, as YAML; what is or may be a key is masked. */
export function shownEntry(name: string, entry: Readonly<Record<string, unknown>>): string {
  const shown = Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, shownPart(key, value)]))
  return stringify({ [name]: shown }, { lineWidth: 0 })
}

function shownPart(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? shownText(key, value) : value
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? withoutKeys(value) : value.map((one) => shownPart(key, one))
  const isGiven = key === 'env' || key === 'headers'
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isGiven ? shownValue(name, one) : shownPart(name, one)]))
}

function shownText(key: string, text: string): string {
  const [shown = ''] = withoutKeys([text])
  return shown === text && isOpenSecret(key, text) ? MASK : shown
}

function shownValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const isReference = value.includes('${') || value.startsWith('keychain:')
  return isReference || (value.length < SHORT && !isOpenSecret(name, value)) ? value : MASK
}

import { HookEvent } from '../../contract/hooks.ts'
import { isBlocking } from '../events.ts'
import type { HookRule, OnFailure } from '../types.ts'
import { HOOK_DIALECTS, type HookDialect } from '../dialects/index.ts'
import { readAction } from './action.ts'
import { readCondition } from './condition.ts'
import { isOdd, parseDuration } from './duration.ts'
import { choices, type Findings } from './finding.ts'
import { asFields, asText, needText, readSwitch, warnOfKeys, type Fields } from './values.ts'

const KEYS = ['name', 'event', 'if', 'action', 'only_once', 'async', 'timeout', 'on_failure', 'merge', 'enabled', 'dialect']
const ON_FAILURE = ['allow', 'ask', 'block'] as const
const TIMEOUT_MS = 30_000
const AGENT_TIMEOUT_MS = 300_000
const MAX_TIMEOUT_MS = 24 * 3_600_000
const MAX_NAME = 200

/** An entry of a file, read alone. */
export interface ReadEntry {
  /** Empty where it has none. */
  readonly name: string
  /** Undefined: it is a switch, or something is wrong with it. */
  readonly rule: Omit<HookRule, 'source' | 'plugin' | 'file' | 'line'> | undefined
  readonly overrides: boolean
  /** What the entry says of its own rule and of others of its name. */
  readonly isEnabled: boolean
  /** It defines nothing and only switches. */
  readonly isSwitch: boolean
}

/** Reads one entry; everything that is wrong with it goes to `found`. */
export function readEntry(value: unknown, found: Findings): ReadEntry {
  const nothing = { name: '', rule: undefined, overrides: false, isEnabled: true, isSwitch: false }
  const fields = asFields(value)
  if (!fields) {
    found.error('hook.value', [], { key: 'hooks', expected: '{ name: …, event: …, action: … }' })
    return nothing
  }
  warnOfKeys(fields, KEYS, { at: [], found })
  const name = needText(fields, 'name', { at: [], found }).trim()
  // oxlint-disable-next-line no-control-regex -- a name is shown in lists and results
  if (name.length > MAX_NAME || /[\u0000-\u001f\u007f]/.test(name))
    found.error('hook.value', ['name'], { key: 'name', expected: `≤ ${MAX_NAME} characters` })
  const isEnabled = readSwitch(fields, 'enabled', { usual: true, found })
  const overrides = readMerge(fields, found)
  const head = { name, overrides, isEnabled }
  if (fields['enabled'] !== undefined && fields['event'] === undefined && fields['action'] === undefined)
    return { ...head, rule: undefined, isSwitch: true }
  const rule = readRule(fields, name, found)
  return { ...head, rule: found.hasErrors ? undefined : rule, isSwitch: false }
}

function readRule(fields: Fields, name: string, found: Findings): ReadEntry['rule'] {
  const event = readEvent(fields, found)
  const action = readAction(fields['action'], found)
  const condition = readCondition(fields['if'], { event, found })
  const onlyOnce = readSwitch(fields, 'only_once', { usual: false, found })
  const isAsync = readSwitch(fields, 'async', { usual: false, found })
  if (event && isAsync && isBlocking(event)) found.error('hook.async_blocking', ['async'], { event })
  const timeoutMs = readTimeout(fields, action?.type === 'subagent' ? AGENT_TIMEOUT_MS : TIMEOUT_MS, found)
  const onFailure = readOnFailure(fields, found)
  const dialect = readDialect(fields, found)
  if (!event || !action) return undefined
  const { enabled: _, ...definition } = fields
  return { name, event, condition, action, onlyOnce, isAsync, timeoutMs, onFailure, dialect, definition }
}

function readEvent(fields: Fields, found: Findings): HookEvent | undefined {
  const text = needText(fields, 'event', { at: [], found })
  const event = HookEvent.safeParse(text)
  if (text !== '' && !event.success) found.error('hook.unknown_event', ['event'], choices(text, HookEvent.options))
  return event.data
}

function readTimeout(fields: Fields, usual: number, found: Findings): number {
  const value = fields['timeout']
  if (value === undefined) return usual
  const text = asText(value) ?? ''
  const ms = parseDuration(text)
  if (ms === undefined || ms > MAX_TIMEOUT_MS) {
    found.error('hook.bad_duration', ['timeout'], { value: text })
    return usual
  }
  if (ms === 0) return usual
  if (isOdd(ms)) found.warn('hook.odd_duration', ['timeout'], { value: text })
  return ms
}

function readOnFailure(fields: Fields, found: Findings): OnFailure | undefined {
  const value = fields['on_failure']
  const known = ON_FAILURE.find((one) => one === value)
  if (value !== undefined && !known) found.error('hook.value', ['on_failure'], { key: 'on_failure', expected: ON_FAILURE.join(' | ') })
  return known
}

function readDialect(fields: Fields, found: Findings): HookDialect | undefined {
  const value = fields['dialect']
  const known = HOOK_DIALECTS.find((one) => one === value)
  if (value !== undefined && !known) found.error('hook.value', ['dialect'], { key: 'dialect', expected: HOOK_DIALECTS.join(' | ') })
  return known
}

function readMerge(fields: Fields, found: Findings): boolean {
  const value = fields['merge']
  if (value !== undefined && value !== 'append' && value !== 'override')
    found.error('hook.value', ['merge'], { key: 'merge', expected: 'append | override' })
  return value === 'override'
}

import { Mode } from '../contract/common.ts'
import { asText } from '../frontmatter/index.ts'
import type { Say } from './read-definition.ts'

type Values = Readonly<Record<string, unknown>>

/** YAML 1.2 reads `yes` and `on` as words. */
export function asFlag(value: unknown): boolean {
  return ['true', 'yes', 'on', '1'].includes(asText(value)?.toLowerCase() ?? '')
}

/** A whole number above zero; anything else says nothing. */
export function asTurns(value: unknown): number | null {
  const turns = Number(asText(value) ?? Number.NaN)
  return Number.isInteger(turns) && turns > 0 ? turns : null
}

/** `90s`, `5m`, `1h`, a bare number of seconds; or minutes by the other key. */
export function asMs(timeout: unknown, minutes: unknown): number | null {
  const [, count = '', unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(asText(timeout) ?? '') ?? []
  const unitMs = new Map([
    ['ms', 1],
    ['s', 1_000],
    ['m', 60_000],
    ['h', 3_600_000],
  ])
  if (count !== '') return longest(Number(count) * (unitMs.get(unit) ?? 1_000)) || null
  const given = Number(asText(minutes) ?? Number.NaN)
  return given > 0 ? longest(given * 60_000) : null
}

/** A timer that is set for longer ends at once. */
function longest(ms: number): number {
  return Math.min(Math.round(ms), 2 ** 31 - 1)
}

const ROLES: ReadonlySet<string> = new Set(['haiku', 'sonnet', 'opus'])

export function readModel(values: Values, { knowsModel, say }: { knowsModel: (id: string) => boolean; say: Say }): string {
  const model = asText(values['model']) ?? ''
  if (model === '' || model.toLowerCase() === 'inherit') return 'inherit'
  if (ROLES.has(model.toLowerCase())) return model.toLowerCase()
  if (!knowsModel(model)) say('warning', 'agent.unknown_model', { model: model.slice(0, 100) }, 'model')
  return model
}

export function readMode(values: Values, say: Say): Mode | null {
  const key = values['permissionMode'] === undefined ? 'permission_mode' : 'permissionMode'
  const word = asText(values[key]) ?? ''
  if (word === '' || word === 'inherit') return null
  if (word === 'dontAsk') say('warning', 'agent.dont_ask', {}, key)
  const mode = Mode.safeParse(word)
  if (mode.success) return mode.data
  say('warning', 'agent.unknown_mode', { mode: word.slice(0, 100) }, key)
  return 'default'
}

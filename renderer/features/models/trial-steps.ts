import type { ProviderTrial } from '../../stores/provider-tests.ts'

export const trialStepNames = ['key', 'reach', 'accept', 'model', 'answer'] as const
export type TrialStepName = (typeof trialStepNames)[number]
export interface TrialStep {
  readonly name: TrialStepName
  /** `unknown`: the test did not get that far, or its failure does not tell. */
  readonly state: 'ok' | 'failed' | 'unknown'
}

/** What a failure tells of each step: `+` went well, `-` failed, `.` not known. */
const TOLD: Readonly<Record<string, string>> = {
  'provider.unreachable': '+-...',
  'provider.timeout': '+...-',
  'provider.auth': '++-..',
  'provider.billing': '+++.-',
  'provider.rate_limited': '+++.-',
  'provider.model_not_found': '+++-.',
  'provider.overloaded': '++..-',
  'provider.server': '++..-',
  'provider.resting': '+....',
  'provider.protocol': '++..-',
  'provider.bad_request': '++..-',
  'provider.truncated': '++++-',
}
const KEY_FAULT = '-....'
const NOTHING_TOLD = '....-'
const STATES = { '+': 'ok', '-': 'failed', '.': 'unknown' } as const

/** How far a test came, step by step. */
export function trialSteps(trial: Exclude<ProviderTrial, { kind: 'testing' }>): readonly TrialStep[] {
  const told = trial.kind === 'works' ? '+++++' : toldBy(trial.error.code)
  return trialStepNames.map((name, index) => {
    const mark = told[index]
    return { name, state: STATES[mark === '+' || mark === '-' ? mark : '.'] }
  })
}

function toldBy(code: string): string {
  if (/^(keychain\.|provider\.key_)/.test(code)) return KEY_FAULT
  return TOLD[code] ?? NOTHING_TOLD
}

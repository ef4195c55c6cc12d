import { expect, it } from 'vitest'
import { errorTexts } from '../../../core/contract/error-texts.ts'
import { trialSteps } from './trial-steps.ts'

const failed = (code: string) => trialSteps({ kind: 'failed', error: { code, message: '', fix: '', params: {} } })
const marks = (steps: ReturnType<typeof failed>): string =>
  steps.map(({ state }) => ({ ok: '+', failed: '-', unknown: '.' })[state]).join('')

it('a model that answered passed every step', () => {
  expect(marks(trialSteps({ kind: 'works', model: 'm', latencyMs: 1 }))).toBe('+++++')
})

it.each([
  ['provider.key_variable', '-....'],
  ['keychain.unavailable', '-....'],
  ['provider.unreachable', '+-...'],
  ['provider.auth', '++-..'],
  ['provider.model_not_found', '+++-.'],
  ['provider.truncated', '++++-'],
  ['something.newer', '....-'],
])('%s failed where it failed and says nothing of what came after: %s', (code, expected) => {
  expect(marks(failed(code))).toBe(expected)
})

it('every failure of a provider has exactly one step that failed, unless it never asked', () => {
  const told = Object.keys(errorTexts).filter((code) => code.startsWith('provider.') && code !== 'provider.resting')
  for (const code of told) expect([code, failed(code).filter(({ state }) => state === 'failed').length]).toEqual([code, 1])
})

import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { ProviderTestStep } from '../../core/contract/providers.ts'
import { failureOf } from '../rpc/index.ts'
import { useProvidersStore } from './providers.ts'

export type ProviderTrial =
  | { readonly kind: 'testing' }
  | { readonly kind: 'works'; readonly model: string; readonly latencyMs: number; readonly steps: readonly ProviderTestStep[] }
  /** No steps where the test itself could not be asked for. */
  | { readonly kind: 'failed'; readonly error: WireError; readonly steps: readonly ProviderTestStep[] }

/** How each provider's last test went; Home and Settings show the same. */
export const useProviderTestsStore = defineStore('provider-tests', () => {
  const providers = useProvidersStore()
  const trials = shallowRef<ReadonlyMap<string, ProviderTrial>>(new Map())

  /** A failure is a result here, not an error. */
  async function run(name: string): Promise<ProviderTrial> {
    put(name, { kind: 'testing' })
    const trial = await attempt(name)
    put(name, trial)
    return trial
  }

  async function attempt(name: string): Promise<ProviderTrial> {
    try {
      const { ok, model, latencyMs, steps, error } = await providers.test(name)
      if (ok || !error) return { kind: 'works', model, latencyMs, steps }
      return { kind: 'failed', error, steps }
    } catch (failure) {
      return { kind: 'failed', error: failureOf(failure), steps: [] }
    }
  }

  function put(name: string, trial: ProviderTrial): void {
    trials.value = new Map([...trials.value, [name, trial]])
  }

  function forget(name: string): void {
    trials.value = new Map([...trials.value].filter(([each]) => each !== name))
  }

  return { trials, run, forget }
})

import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { z } from 'zod'
import type { WireError } from '../../core/contract/errors.ts'
import type { keys as keysContract, ProviderInfo, providers as providersContract } from '../../core/contract/providers.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

export type NewProvider = z.input<typeof providersContract.add.input>
export type Detected = z.output<typeof providersContract.detect.output>
export type ProviderTest = z.output<typeof providersContract.test.output>
export type ProviderUpdate = z.input<typeof providersContract.update.input>
export type NewKey = z.input<typeof keysContract.set.input>

/** The configured models and what this machine offers. Keys go in and never come back. */
export const useProvidersStore = defineStore('providers', () => {
  const { client, onEvent } = useConnection()
  /** Undefined until first loaded. */
  const list = shallowRef<readonly ProviderInfo[]>()
  const problems = shallowRef<readonly WireError[]>([])
  const detected = shallowRef<Detected>()
  const error = shallowRef<WireError>()
  const standard = computed(() => list.value?.find((provider) => provider.isDefault) ?? list.value?.[0])

  async function load(): Promise<void> {
    try {
      const answer = await client.providers.list({})
      list.value = answer.providers
      problems.value = answer.problems
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function detect(): Promise<void> {
    detected.value = await client.providers.detect({})
  }

  async function thenReload<T>(change: Promise<T>): Promise<T> {
    const answer = await change
    await load()
    return answer
  }

  onScopeDispose(
    onEvent((event) => {
      if (event.type === 'providers.changed' && list.value) void load()
    }),
  )

  return {
    list,
    problems,
    detected,
    error,
    standard,
    load,
    detect,
    add: (provider: NewProvider) => thenReload(client.providers.add(provider)),
    update: (change: ProviderUpdate) => thenReload(client.providers.update(change)),
    reorder: (names: readonly string[]) => thenReload(client.providers.reorder({ names: [...names] })),
    remove: (name: string) => thenReload(client.providers.remove({ name })),
    setDefault: (name: string, model?: string) => thenReload(client.providers.setDefault(model ? { name, model } : { name })),
    test: (name: string, signal?: AbortSignal): Promise<ProviderTest> => client.providers.test({ name }, signal ? { signal } : {}),
    setKey: (key: NewKey) => thenReload(client.keys.set(key)),
    deleteKey: (provider: string) => thenReload(client.keys.delete({ provider })),
  }
})

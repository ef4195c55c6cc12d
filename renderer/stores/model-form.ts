import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ProviderInfo } from '../../core/contract/providers.ts'

/** `undefined` in `change`: a new one. */
export interface ModelFormRequest {
  readonly change: ProviderInfo | undefined
}

/** Opens the one form for an endpoint, from wherever it is wanted. */
export const useModelFormStore = defineStore('model-form', () => {
  const request = shallowRef<ModelFormRequest>()
  return {
    request,
    open: (change?: ProviderInfo) => void (request.value = { change }),
    close: () => void (request.value = undefined),
  }
})

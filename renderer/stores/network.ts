import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import { failureOf, useConnection } from '../rpc/index.ts'

/** Whether this machine has a network. */
export const useNetworkStore = defineStore('network', () => {
  const { client } = useConnection()
  const isOffline = shallowRef(!navigator.onLine)

  const leave = (): void => void (isOffline.value = true)
  async function comeBack(): Promise<void> {
    isOffline.value = false
    try {
      // What waits for its next try need not wait any longer.
      await client.windows.networkReturned({})
    } catch (failure) {
      if (failureOf(failure).code !== 'rpc.closed') throw failure
    }
  }
  const back = (): void => void comeBack()
  window.addEventListener('offline', leave)
  window.addEventListener('online', back)
  onScopeDispose(() => {
    window.removeEventListener('offline', leave)
    window.removeEventListener('online', back)
  })
  return { isOffline }
})

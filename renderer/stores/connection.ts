import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import { useConnection } from '../rpc/index.ts'

/** Whether the host is there. */
export const useConnectionStore = defineStore('connection', () => {
  const connection = useConnection()
  const state = shallowRef(connection.state())
  onScopeDispose(connection.onState((next) => (state.value = next)))
  return { state, retryNow: () => connection.retryNow() }
})

import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { UpdateState } from '../../core/contract/updates.ts'
import { useConnection } from '../rpc/index.ts'
import { useAttempt } from './attempt.ts'

/** Newer versions of the app. */
export const useUpdatesStore = defineStore('updates', () => {
  const { client, onEvent } = useConnection()
  const attempt = useAttempt()
  const state = shallowRef<UpdateState>()

  onScopeDispose(onEvent((event) => void (event.type === 'updates.changed' && (state.value = event.state))))
  return {
    state,
    error: attempt.error,
    load: () => attempt.run(async () => void (state.value = await client.updates.state({}))),
    look: () => attempt.run(async () => void (state.value = await client.updates.look({}))),
    restart: () => attempt.run(async () => void (await client.updates.restart({}))),
  }
})

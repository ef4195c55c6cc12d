import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { FolderTrust, TrustItem } from '../../core/contract/trust.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAppStore } from './app.ts'

/** What this window's folder would run or widen, and what was said of it. */
export const useTrustStore = defineStore('trust', () => {
  const { client, onEvent } = useConnection()
  const app = useAppStore()
  const folder = shallowRef<FolderTrust>()
  const error = shallowRef<WireError>()
  const isOpen = shallowRef(false)
  let wasAsked = false

  const off = computed<readonly TrustItem[]>(() => folder.value?.items.filter(({ state }) => state !== 'trusted') ?? [])
  /** Somebody should look: nothing was decided yet, or something changed since. */
  const isDue = computed(() => folder.value?.decision !== 'declined' && off.value.length > 0)

  async function load(): Promise<void> {
    if (!app.project) return
    try {
      folder.value = await client.trust.show({})
      error.value = undefined
    } catch (failure) {
      const wire = failureOf(failure)
      if (wire.code !== 'rpc.closed') error.value = wire
    }
    // Once a window: who closed the question is not asked again by every saved file.
    if (!wasAsked && folder.value?.decision === 'none' && off.value.length > 0) {
      wasAsked = true
      isOpen.value = true
    }
  }

  async function allow(items: readonly TrustItem[]): Promise<void> {
    folder.value = await client.trust.allow({ items: items.map(({ key, hash }) => ({ key, hash })) })
  }
  const decline = async (): Promise<void> => void (folder.value = await client.trust.decline({}))
  const revoke = async (): Promise<void> => void (folder.value = await client.trust.revoke({}))

  onScopeDispose(onEvent((event) => void (event.type === 'settings.changed' && load())))

  return { folder, error, off, isDue, isOpen, load, allow, decline, revoke }
})

import { defineStore } from 'pinia'
import { shallowRef, toValue, watch, type MaybeRefOrGetter, type ShallowRef } from 'vue'
import { useConnection } from '../rpc/index.ts'
import { useSessionViewStore } from './session-view.ts'

/** The shown session's images, as addresses this page can show; another session's are let go. */
const useMediaStore = defineStore('media', () => {
  const { client, files } = useConnection()
  const sessionView = useSessionViewStore()
  const known = new Map<string, Promise<string>>()

  function addressOf(blobId: string): Promise<string> {
    const address = known.get(blobId) ?? load(blobId)
    known.set(blobId, address)
    // A later look may find the host again.
    address.catch(() => known.delete(blobId))
    return address
  }

  async function load(blobId: string): Promise<string> {
    const { path } = await client.files.ticket({ kind: 'blob', sessionId: sessionView.sessionId ?? '', blobId })
    return URL.createObjectURL(await files.blob(path))
  }

  function letGo(): void {
    for (const address of known.values()) void address.then(URL.revokeObjectURL, () => undefined)
    known.clear()
  }

  watch(() => sessionView.sessionId, letGo)
  return { addressOf }
})

export interface MediaAddress {
  readonly src: Readonly<ShallowRef<string | undefined>>
  /** Its bytes could not be had. */
  readonly isGone: Readonly<ShallowRef<boolean>>
}

/** The address of one image, there as soon as it is loaded; of nothing it is undefined. */
export function useMediaAddress(blobId: MaybeRefOrGetter<string | undefined>): MediaAddress {
  const store = useMediaStore()
  const src = shallowRef<string>()
  const isGone = shallowRef(false)
  watch(
    () => toValue(blobId),
    async (wanted) => {
      src.value = undefined
      isGone.value = false
      if (wanted === undefined) return
      const address = await store.addressOf(wanted).catch(() => undefined)
      if (toValue(blobId) !== wanted) return
      src.value = address
      isGone.value = address === undefined
    },
    { immediate: true },
  )
  return { src, isGone }
}

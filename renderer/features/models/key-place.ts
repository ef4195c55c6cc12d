import { ref } from 'vue'
import type { NewProvider } from '../../stores/providers.ts'
import { useProvidersStore } from '../../stores/providers.ts'

export type KeyPlace = NonNullable<NewProvider['keyStore']>

/** Where a new key goes: the keychain, and where that cannot be used what the person chose, at first memory only. */
export function useKeyPlace() {
  const providers = useProvidersStore()
  const chosen = ref<KeyPlace>('session')
  const place = (): KeyPlace => (providers.detected?.keychain.available === false ? chosen.value : 'keychain')
  return { chosen, place }
}

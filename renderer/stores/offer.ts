import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { LinkOffer } from '../../core/contract/projects.ts'
import { useConnection } from '../rpc/index.ts'
import { useNavigationStore } from './navigation.ts'

/** What a `mewcode://` link asked to be shown here: the place to add it comes up, filled in, and nothing else happens. */
export const useOfferStore = defineStore('offer', () => {
  const { client, onEvent } = useConnection()
  const navigation = useNavigationStore()
  const offer = shallowRef<LinkOffer>()

  async function ask(): Promise<void> {
    const taken = (await client.windows.takeOffer({})).offer
    if (!taken) return
    offer.value = taken
    navigation.openSettings(taken.kind === 'skill' ? 'skills' : 'mcp')
  }

  onScopeDispose(onEvent((event) => void (event.type === 'offer.arrived' && ask())))
  return { offer, ask, taken: () => void (offer.value = undefined) }
})

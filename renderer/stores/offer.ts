import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { LinkOffer } from '../../core/contract/projects.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useNavigationStore } from './navigation.ts'
import { useSessionsStore } from './sessions.ts'
import { useShortcutsStore } from './shortcuts.ts'

/** What a `mewcode://` link asked to be shown here: the place to add it comes up, filled in, and nothing else happens. */
export const useOfferStore = defineStore('offer', () => {
  const { client, onEvent, onState } = useConnection()
  const navigation = useNavigationStore()
  const sessions = useSessionsStore()
  const shortcuts = useShortcutsStore()
  const offer = shallowRef<Exclude<LinkOffer, { kind: 'action' | 'session' }>>()

  async function ask(): Promise<void> {
    try {
      const taken = (await client.windows.takeOffer({})).offer
      if (!taken) return
      if (taken.kind === 'action') return shortcuts.press(taken.action)
      if (taken.kind === 'session') {
        navigation.go('main')
        return await sessions.select(taken.sessionId)
      }
      offer.value = taken
      navigation.openSettings(taken.kind === 'skill' ? 'skills' : 'mcp')
    } catch (failure) {
      // What was offered waits for the next question, which the connection's return asks.
      if (failureOf(failure).code !== 'rpc.closed') throw failure
    }
  }

  onScopeDispose(onEvent((event) => void (event.type === 'offer.arrived' && ask())))
  onScopeDispose(onState((state) => void (state.kind === 'open' && ask())))
  return { offer, ask, taken: () => void (offer.value = undefined) }
})

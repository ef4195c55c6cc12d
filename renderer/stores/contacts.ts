import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Contact } from '../../core/contract/contacts.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** The log of hosts that were contacted. */
export const useContactsStore = defineStore('contacts', () => {
  const { client } = useConnection()
  const list = shallowRef<readonly Contact[]>()
  const error = shallowRef<WireError>()

  async function load(): Promise<void> {
    try {
      list.value = (await client.contacts.list({})).contacts
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function clear(): Promise<void> {
    await client.contacts.clear({})
    await load()
  }

  return { list, error, load, clear }
})

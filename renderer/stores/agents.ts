import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AgentDetail, AgentInfo } from '../../core/contract/agents.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** Definitions of agents as they lie on the disk, and the one that is looked at. */
export const useAgentsStore = defineStore('agents', () => {
  const { client } = useConnection()
  /** Undefined until first loaded. */
  const list = shallowRef<readonly AgentInfo[]>()
  const detail = shallowRef<AgentDetail>()
  const error = shallowRef<WireError>()

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  const load = (): Promise<void> =>
    attempt(async () => {
      list.value = await client.agents.list({})
      const known = list.value.find(({ path }) => path === detail.value?.path)
      detail.value = known && (await client.agents.show({ name: known.name, path: known.path }))
    })

  const choose = ({ name, path }: AgentInfo): Promise<void> =>
    attempt(async () => void (detail.value = await client.agents.show({ name, path })))

  return { list, detail, error, load, choose }
})

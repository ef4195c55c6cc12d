import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AgentDetail, AgentInfo } from '../../core/contract/agents.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** A definition being written. */
export interface AgentDraft {
  readonly text: string
  readonly source: 'user' | 'project'
  /** Undefined: it is named in its text. */
  readonly name?: string
  /** Of the file it replaces; undefined: a new one. */
  readonly hash?: string
}

/** Definitions of agents as they lie on the disk, and the one that is looked at. */
export const useAgentsStore = defineStore('agents', () => {
  const { client } = useConnection()
  /** Undefined until first loaded. */
  const list = shallowRef<readonly AgentInfo[]>()
  const detail = shallowRef<AgentDetail>()
  const error = shallowRef<WireError>()
  /** As the definitions in use say, by name. */
  const colours = computed(
    () => new Map((list.value ?? []).filter(({ state }) => state === 'active').map(({ name, color }) => [name, color])),
  )

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

  const check = (text: string): Promise<AgentDetail> => client.agents.check({ text })

  async function save(to: { name: string; source: 'user' | 'project'; text: string; hash: string | undefined }): Promise<void> {
    const { hash, ...rest } = to
    detail.value = await client.agents.save({ ...rest, ...(hash !== undefined && { expectedHash: hash }) })
    await load()
  }

  async function remove(name: string, source: 'user' | 'project', hash: string): Promise<void> {
    await client.agents.remove({ name, source, expectedHash: hash })
    await load()
  }

  return { check, save, remove, list, colours, detail, error, load, choose }
})

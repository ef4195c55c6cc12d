import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { AgentDetail, AgentInfo } from '../../core/contract/agents.ts'
import { useConnection } from '../rpc/index.ts'
import { useLookedAt } from './looked-at.ts'

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
  const { list, detail, error, load, choose, put } = useLookedAt<AgentInfo, AgentDetail>({
    ask: () => client.agents.list({}),
    show: ({ name, path }) => client.agents.show({ name, path }),
    isOf: (one, { path }) => one.path === path,
  })
  /** As the definitions in use say, by name. */
  const colours = computed(
    () => new Map((list.value ?? []).filter(({ state }) => state === 'active').map(({ name, color }) => [name, color])),
  )

  const check = (text: string): Promise<AgentDetail> => client.agents.check({ text })

  async function save(to: { name: string; source: 'user' | 'project'; text: string; hash: string | undefined }): Promise<void> {
    const { hash, ...rest } = to
    put(await client.agents.save({ ...rest, ...(hash !== undefined && { expectedHash: hash }) }))
    await load()
  }

  async function remove(name: string, source: 'user' | 'project', hash: string): Promise<void> {
    await client.agents.remove({ name, source, expectedHash: hash })
    await load()
  }

  return { check, save, remove, list, colours, detail, error, load, choose }
})

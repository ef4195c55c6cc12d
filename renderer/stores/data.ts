import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ProjectData } from '../../core/contract/data.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

export interface KeptData {
  readonly projects: readonly ProjectData[]
  readonly databaseBytes: number
}

/** What this program keeps on the disk. */
export const useDataStore = defineStore('data', () => {
  const { client } = useConnection()
  const kept = shallowRef<KeptData>()
  const error = shallowRef<WireError>()

  async function load(): Promise<void> {
    try {
      kept.value = await client.data.sizes({})
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function deleteProject(projectId: string): Promise<void> {
    await client.data.deleteProject({ projectId })
    await load()
  }

  return { kept, error, load, deleteProject, backup: () => client.data.backup({}) }
})

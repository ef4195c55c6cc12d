import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { Project } from '../../core/contract/app.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { becomeWindow, failureOf, useConnection, windowLink } from '../rpc/index.ts'
import { useAppStore } from './app.ts'

/** Recent projects and the ways into one. */
export const useProjectsStore = defineStore('projects', () => {
  const { client, onEvent, pathForFile } = useConnection()
  const app = useAppStore()
  /** Undefined until first loaded. */
  const recent = shallowRef<readonly Project[]>()
  const error = shallowRef<WireError>()

  async function load(): Promise<void> {
    try {
      recent.value = await client.projects.recent({})
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  /** Opens a folder: its own window in Electron; in a browser this tab becomes the project's, or a new tab when asked. */
  async function open(path: string, { newTab = false }: { newTab?: boolean } = {}): Promise<void> {
    const { windowId } = await client.windows.open({ path })
    if (app.info?.host === 'electron') return
    if (newTab) window.open(windowLink(windowId), '_blank', 'noopener')
    else becomeWindow(windowId)
  }

  async function openHome(): Promise<void> {
    await client.windows.openHome({})
    if (app.info?.host !== 'electron') becomeWindow(undefined)
  }

  async function forget(projectId: string): Promise<void> {
    await client.projects.forget({ projectId })
    recent.value = recent.value?.filter((project) => project.id !== projectId)
  }

  onScopeDispose(
    onEvent((event) => {
      if (event.type === 'projects.changed' && recent.value) void load()
    }),
  )

  return {
    recent,
    error,
    load,
    open,
    openHome,
    forget,
    /** The real path of a dropped folder, where the host tells. */
    pathForFile,
    pickFolder: async () => (await client.windows.pickFolder({})).path,
    browse: (input: { path?: string; hidden?: boolean }, signal?: AbortSignal) => client.projects.browse(input, signal ? { signal } : {}),
    makeFolder: async (parent: string, name: string) => (await client.projects.makeFolder({ parent, name })).path,
    copySample: async (parent: string) => (await client.projects.sample({ parent })).path,
  }
})

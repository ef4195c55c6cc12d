import { computed, onScopeDispose, shallowRef } from 'vue'
import type { z } from 'zod'
import type { WireError } from '../../core/contract/errors.ts'
import type { projects as projectsContract } from '../../core/contract/projects.ts'
import { failureOf } from '../rpc/index.ts'
import { useAttempt } from './attempt.ts'
import { useProjectsStore } from './projects.ts'

export type FolderListing = z.output<typeof projectsContract.browse.output>
export type Folder = FolderListing['folders'][number]

/** Walks the folders of the host's disk. A walk that fails leaves the list where it was; a newer walk overtakes an older one. */
export function useFolderBrowser() {
  const projects = useProjectsStore()
  const listing = shallowRef<FolderListing>()
  const error = shallowRef<WireError>()
  const busy = shallowRef(false)
  const hidden = shallowRef(false)
  const marked = shallowRef(-1)
  const making = useAttempt()
  let walk: AbortController | undefined

  const markedFolder = computed(() => listing.value?.folders[marked.value])
  /** What the choosing button takes: the marked folder, else the one that is shown. */
  const choice = computed(() => (markedFolder.value?.readable ? markedFolder.value.path : listing.value?.path))

  /** `markPath`: the folder to mark in the new list. True when the list shows that folder now. */
  async function goTo(path: string | undefined, markPath?: string): Promise<boolean> {
    walk?.abort()
    const { signal } = (walk = new AbortController())
    busy.value = true
    try {
      const next = await projects.browse({ hidden: hidden.value, ...(path && { path }) }, signal)
      if (signal.aborted) return false
      listing.value = next
      marked.value = next.folders.findIndex((folder) => folder.path === markPath)
      error.value = undefined
      return true
    } catch (failure) {
      if (!signal.aborted) error.value = failureOf(failure)
      return false
    } finally {
      if (!signal.aborted) busy.value = false
    }
  }

  async function goUp(): Promise<void> {
    const { parent, path } = listing.value ?? {}
    if (parent) await goTo(parent, path)
  }

  async function enter(folder: Folder | undefined): Promise<void> {
    if (folder?.readable) await goTo(folder.path)
  }

  async function showHidden(show: boolean): Promise<void> {
    hidden.value = show
    await goTo(listing.value?.path, markedFolder.value?.path)
  }

  /** True when the folder was made; it is marked then. */
  function make(name: string): Promise<boolean> {
    return making.run(async () => {
      const parent = listing.value?.path
      if (parent) await goTo(parent, await projects.makeFolder(parent, name))
    })
  }

  onScopeDispose(() => walk?.abort())

  return { listing, error, busy, hidden, marked, markedFolder, choice, making, goTo, goUp, enter, showHidden, make }
}

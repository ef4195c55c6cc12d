import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { EditorId } from '../../core/contract/app.ts'
import type { FilePage } from '../../core/contract/open-files.ts'
import { useConnection } from '../rpc/index.ts'
import { useAttempt } from './attempt.ts'

export type OpenWay = 'viewer' | 'editor' | 'folder'

interface Wanted {
  readonly path: string
  readonly line: number
  readonly way: OpenWay
  readonly editor?: EditorId
  /** The person was asked, because it lies outside the project. */
  readonly confirmed: boolean
}

/** Files somebody wants to see: in the viewer, in their editor or where they lie. */
export const useOpenFilesStore = defineStore('openFiles', () => {
  const { client } = useConnection()
  const wanted = shallowRef<Wanted>()
  const page = shallowRef<FilePage>()
  const editors = shallowRef<readonly { readonly id: EditorId; readonly name: string }[]>([])
  const attempt = useAttempt()

  /** `path` as it was written; `line` counts from 1. */
  function open(path: string, line = 1, way: OpenWay = 'viewer'): void {
    page.value = undefined
    void go({ path, line, way, confirmed: false })
  }

  async function go(next: Wanted): Promise<void> {
    wanted.value = next
    const { path, line, way, editor, confirmed } = next
    const done = await attempt.run(async () => {
      if (way === 'editor') await client.files.open({ path, line, confirmed, ...(editor && { editor }) })
      else if (way === 'folder') await client.files.reveal({ path, confirmed })
      else {
        const [read, found] = await Promise.all([client.files.read({ path, line, confirmed }), client.files.editors({})])
        // Closed meanwhile, or another one asked for.
        if (wanted.value !== next) return
        page.value = read
        editors.value = found
      }
    })
    if (done && way !== 'viewer' && wanted.value === next) wanted.value = page.value ? { ...next, way: 'viewer' } : undefined
  }

  async function loadEditors(): Promise<void> {
    await attempt.run(async () => void (editors.value = await client.files.editors({})))
  }

  return {
    loadEditors,
    wanted,
    page,
    editors,
    error: attempt.error,
    isBusy: attempt.busy,
    open,
    /** Another place of the shown file, or another way to open it. */
    again: (changes: Partial<Pick<Wanted, 'line' | 'way' | 'editor'>>) => wanted.value && go({ ...wanted.value, ...changes }),
    confirm: () => wanted.value && go({ ...wanted.value, confirmed: true }),
    close: () => ((wanted.value = undefined), (page.value = undefined), attempt.forgive()),
  }
})

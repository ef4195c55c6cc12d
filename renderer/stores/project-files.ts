import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { addedRoots, foldersAbove, treeRows, type LoadedFolder, type TreeRow } from '../lib/file-tree.ts'
import { openFoldersIn, withOpenFolders } from '../lib/open-folders.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAppStore } from './app.ts'
import { usePermissionsStore } from './permissions.ts'

/** Entries of a large folder that are brought at once. */
export const PORTION = 500
const IGNORED_KEY = 'mewcode.files.ignored'
const OPEN_KEY = 'mewcode.files.open'
const nothing: LoadedFolder = { entries: [], total: 0, isTruncated: false, isLoading: false }

/** The tree of the project's folder and of those added to it: what is known of each folder, and which are open. */
export const useProjectFilesStore = defineStore('project-files', () => {
  const { client, onEvent, onState } = useConnection()
  const app = useAppStore()
  const permissions = usePermissionsStore()
  const folders = shallowRef<ReadonlyMap<string, LoadedFolder>>(new Map())
  const projectId = app.project?.id ?? ''
  const opened = shallowRef<ReadonlySet<string>>(new Set(openFoldersIn(localStorage.getItem(OPEN_KEY), projectId)))
  const showsIgnored = shallowRef(localStorage.getItem(IGNORED_KEY) !== 'no')
  const isRefreshing = shallowRef(false)
  const asking = new Map<string, AbortController>()
  let isStale = false

  const top = computed(() => folders.value.get(''))
  const added = computed(() => addedRoots(permissions.folders ?? [], app.project?.path ?? ''))
  const rows = computed(() => treeRows(folders.value, opened.value, added.value))

  function put(folder: string, known: LoadedFolder): void {
    folders.value = new Map([...folders.value, [folder, known]])
  }

  /** As much as was shown of it, anew. What is shown stays until the answer is here. */
  function load(folder: string): Promise<void> {
    return bring(folder, { from: 0, to: Math.max(PORTION, folders.value.get(folder)?.entries.length ?? 0) })
  }

  /** The next portion of a large folder. */
  function loadMore(folder: string): Promise<void> {
    const from = folders.value.get(folder)?.entries.length ?? 0
    return bring(folder, { from, to: from + PORTION })
  }

  /** The newest question about a folder wins. */
  async function bring(folder: string, { from, to }: { from: number; to: number }): Promise<void> {
    asking.get(folder)?.abort()
    const mine = new AbortController()
    asking.set(folder, mine)
    const before = folders.value.get(folder) ?? nothing
    put(folder, { ...before, isLoading: true, error: undefined })
    try {
      // A folder that changes meanwhile may give a name twice.
      const found = new Map(before.entries.slice(0, from).map((entry) => [entry.name, entry]))
      for (let at = from; ;) {
        const limit = Math.min(1_000, to - at)
        const page = await client.workspace.list({ folder, ignored: showsIgnored.value, from: at, limit }, { signal: mine.signal })
        for (const entry of page.entries) found.set(entry.name, entry)
        at += page.entries.length
        if (at < Math.min(to, page.total) && page.entries.length > 0) continue
        const { total, isTruncated } = page
        return put(folder, { entries: [...found.values()], total: at < total ? total : found.size, isTruncated, isLoading: false })
      }
    } catch (failure) {
      if (mine.signal.aborted) return
      const error = failureOf(failure)
      // A lost connection is said once, by the window; its return loads again.
      put(folder, error.code === 'rpc.closed' ? { ...before, isLoading: false } : { ...nothing, error })
    }
  }

  function setOpened(next: ReadonlySet<string>): void {
    opened.value = next
    localStorage.setItem(OPEN_KEY, withOpenFolders(localStorage.getItem(OPEN_KEY), projectId, next))
  }

  function toggle(folder: string): void {
    const isOpen = opened.value.has(folder)
    setOpened(new Set(isOpen ? [...opened.value].filter((each) => each !== folder) : [...opened.value, folder]))
    if (!isOpen) void load(folder)
  }

  /** Opens the folders a path lies in. */
  async function unfold(path: string): Promise<void> {
    const above = foldersAbove(path)
    setOpened(new Set([...opened.value, ...above]))
    await Promise.all(above.map(load))
  }

  /** All folders that are shown, one after another: what is open in a folder is known once it is read, and each may list what lies below it. */
  async function refresh(): Promise<void> {
    isStale = true
    if (isRefreshing.value) return
    isRefreshing.value = true
    while (isStale) {
      isStale = false
      await Promise.all([load(''), permissions.loadFolders()])
      const read = new Set<string>()
      const next = (): TreeRow | undefined => rows.value.find((row) => row.row === 'entry' && row.isOpen && !read.has(row.path))
      for (let row = next(); row; row = next()) {
        read.add(row.path)
        await load(row.path)
      }
    }
    isRefreshing.value = false
  }

  function setIgnored(shown: boolean): void {
    showsIgnored.value = shown
    localStorage.setItem(IGNORED_KEY, shown ? 'yes' : 'no')
    void refresh()
  }

  /** Follows what the agent and other programs do to the files, for as long as the caller shows them. */
  function follow(): () => void {
    void refresh()
    const stops = [
      onEvent((event) => {
        if (event.type === 'turn.finished' || event.type === 'session.rewound' || (event.type === 'tool.finished' && event.meta.diff))
          void refresh()
      }),
      onState((state) => {
        if (state.kind === 'open') void refresh()
      }),
    ]
    const onFocus = (): void => void refresh()
    window.addEventListener('focus', onFocus)
    return () => {
      for (const end of stops) end()
      window.removeEventListener('focus', onFocus)
    }
  }

  return { top, added, rows, showsIgnored, isRefreshing, load, loadMore, toggle, unfold, refresh, setIgnored, follow }
})

import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Logger } from '../platform/platform.ts'

/** Editors write in several steps; one change is told once. */
const QUIET_MS = 50

/** Watches files through their folders, so that files that do not exist yet, or are replaced, are seen too. */
export interface FileWatch {
  add(paths: readonly string[]): void
  close(): void
}

export function watchFiles(log: Logger, onChange: () => void): FileWatch {
  const wanted = new Map<string, Set<string>>()
  const watchers = new Map<string, FSWatcher>()
  let pending: NodeJS.Timeout | undefined
  let closed = false

  const settle = (): void => {
    clearTimeout(pending)
    pending = setTimeout(() => {
      arm()
      onChange()
    }, QUIET_MS)
    pending.unref()
  }
  const arm = (): void => {
    for (const [folder, names] of wanted) {
      if (closed || watchers.has(folder)) continue
      try {
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name === null || names.has(name)) settle()
        })
        watcher.on('error', (error) => {
          log.log('warn', 'config', 'stopped watching', { folder, error: error.message })
          watcher.close()
          watchers.delete(folder)
        })
        watchers.set(folder, watcher)
      } catch (error) {
        // A folder that is not there yet; its parent's watcher sees it come. Else the files are read at the next use.
        log.log('debug', 'config', 'not watched', { folder, error: String(error) })
      }
    }
  }
  return {
    add(paths) {
      for (const path of paths) {
        for (const at of [path, dirname(path)]) {
          const names = wanted.get(dirname(at)) ?? new Set<string>()
          wanted.set(dirname(at), names.add(basename(at)))
        }
      }
      arm()
    },
    close() {
      closed = true
      clearTimeout(pending)
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

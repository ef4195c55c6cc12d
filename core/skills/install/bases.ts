import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../../base/ids.ts'
import { isBadName } from '../skill-name.ts'

/** Versions kept; the oldest go first. */
const MAX_KEPT = 200

/** Skills as their sources had them, by tree hash: what an update compares a person's changes with. */
export interface Bases {
  /** Moves nothing: copies the folder. */
  keep(treeHash: string, folder: string): Promise<void>
  /** Undefined where it is not kept. */
  read(treeHash: string, file: string): Promise<Buffer | undefined>
}

export function createBases(root: string): Bases {
  return {
    async keep(treeHash, folder) {
      const target = path.join(root, treeHash)
      const temp = path.join(root, `.${newId()}`)
      await mkdir(root, { recursive: true, mode: 0o700 })
      await cp(folder, temp, { recursive: true })
      await rm(target, { recursive: true, force: true })
      await rename(temp, target)
      await dropOldest(root)
    },
    async read(treeHash, file) {
      if (!/^[0-9a-f]{64}$/.test(treeHash) || file.split('/').some(isBadName)) return undefined
      return readFile(path.join(root, treeHash, file)).catch(() => undefined)
    },
  }
}

async function dropOldest(root: string): Promise<void> {
  const names = await readdir(root)
  if (names.length <= MAX_KEPT) return
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(path.join(root, name))).mtimeMs })))
  for (const { name } of aged.sort((a, b) => b.at - a.at).slice(MAX_KEPT)) await rm(path.join(root, name), { recursive: true, force: true })
}

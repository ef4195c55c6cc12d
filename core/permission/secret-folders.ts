import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isSecretFile } from './protected-paths.ts'

/** Folders with more entries are not looked through; they count as holding secrets. */
const MAX_ENTRIES = 20_000

/** Whether a file below the folder usually holds secrets, as far as a search that skips nothing would find it. */
export async function holdsSecrets(folder: string): Promise<boolean> {
  const pending = [folder]
  let seen = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => [])
    seen += entries.length
    if (seen > MAX_ENTRIES) return true
    for (const entry of entries) {
      // Other people's packages hold no secrets of this person.
      if (entry.isDirectory() && entry.name !== 'node_modules') pending.push(path.join(next, entry.name))
      else if (!entry.isDirectory() && isSecretFile(path.join(next, entry.name))) return true
    }
  }
  return false
}

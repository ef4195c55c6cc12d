import { extractAll, getRawHeader } from '@electron/asar'
import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entriesOf } from './packed-layout.ts'

/**
 * Makes of `app.asar` in this folder a folder of that name, for a Node that does not know archives: what Electron finds inside is there,
 * libraries lead to their unpacked files as they do in Electron, programs cannot be started and material of commands is not there.
 * Answers its path.
 */
export async function packedAsFolder(resources: string): Promise<string> {
  const archive = join(resources, 'app.asar')
  const entries = [...entriesOf(getRawHeader(archive).header)]
  const folder = join(resources, 'folder')
  extractAll(archive, folder)
  for (const { path } of entries.filter(({ isUnpacked }) => isUnpacked)) {
    await rm(join(folder, path))
    if (path.endsWith('.node')) await symlink(join(`${archive}.unpacked`, path), join(folder, path))
    else if (!path.startsWith('resources/')) await writeFile(join(folder, path), '', { mode: 0o644 })
  }
  await rm(archive)
  // By its name, because that is what the product looks for.
  await rename(folder, archive)
  return archive
}

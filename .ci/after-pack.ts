import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, type AfterPackContext } from 'electron-builder'
import { packedProblems } from './packed-layout.ts'

/** electron-builder's hook: a product with anything wrong in it becomes no package. */
export async function afterPack({ packager, appOutDir, arch, electronPlatformName }: AfterPackContext): Promise<void> {
  const resources = packager.getResourcesDir(appOutDir)
  await forgetUpdates(join(resources, 'app-update.yml'))
  const platform = PLATFORMS[electronPlatformName]
  if (platform === undefined) throw new Error(`no packages are made for ${electronPlatformName}`)
  const problems = await packedProblems(resources, { platform, arch: Arch[arch] })
  if (problems.length > 0) throw new Error(`${resources}:\n${problems.join('\n')}`)
}

const PLATFORMS: Readonly<Record<string, NodeJS.Platform>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' }

/** Without a repository there is no place to look for updates, and the file that would name it is empty. */
async function forgetUpdates(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined && !/^provider:/m.test(text)) await rm(file)
}

import path from 'node:path'
import { openRegularFile } from '../../platform/index.ts'
import { readForeignHooks } from './read.ts'
import type { ImportFile } from './types.ts'

const MAX_BYTES = 5_000_000

/** Where other products keep hooks, on this machine and in a project. */
export function foreignHookFiles({ userHome, projectRoot }: { userHome: string; projectRoot: string | undefined }): readonly string[] {
  const project =
    projectRoot === undefined
      ? []
      : [
          ['.claude', 'settings.json'],
          ['.claude', 'settings.local.json'],
          ['.codex', 'hooks.json'],
          ['.codex', 'config.toml'],
          ['.cursor', 'hooks.json'],
          ['.gemini', 'settings.json'],
          ['.github', 'hooks', 'hooks.json'],
        ].map((parts) => path.join(projectRoot, ...parts))
  const own = [
    ['.claude', 'settings.json'],
    ['.codex', 'hooks.json'],
    ['.codex', 'config.toml'],
    ['.copilot', 'hooks', 'hooks.json'],
    ['.cursor', 'hooks.json'],
    ['.gemini', 'settings.json'],
  ].map((parts) => path.join(userHome, ...parts))
  return [...own, ...project]
}

/** What stands in a file; undefined: it is not there, or holds no hooks of another product. */
export async function readForeignFile(file: string): Promise<ImportFile | undefined> {
  const opened = await openRegularFile(file).catch(() => undefined)
  if (!opened) return undefined
  await using handle = opened.handle
  return opened.stats.size > MAX_BYTES ? undefined : readForeignHooks(await handle.readFile('utf8'), file)
}

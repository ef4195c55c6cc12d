import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Keychain } from '../../platform/platform.ts'
import { bundlesFolder } from './bundle.ts'

/** Takes away what came with an entry: its keys, and its files where it was a bundle. */
export async function leaveServer(
  name: string,
  entry: Readonly<Record<string, unknown>>,
  { home, keychain }: { home: string; keychain: Keychain },
): Promise<void> {
  const own = `keychain:mcp:${name}:`
  const accounts = [...Object.values(Object(entry['env'])), ...Object.values(Object(entry['headers']))]
    .filter((value) => typeof value === 'string' && value.startsWith(own))
    .map((value) => String(value).slice('keychain:'.length))
  for (const account of accounts) await keychain.delete(account)
  const folder = entry['cwd']
  if (typeof folder === 'string' && path.dirname(folder) === bundlesFolder(home)) await rm(folder, { recursive: true, force: true })
}

import { createHash } from 'node:crypto'
import { access } from 'node:fs/promises'
import path from 'node:path'

/** The file that is there while somebody is signed in to an address; it is empty. */
export function signInMark(home: string, url: string): string {
  return path.join(home, 'mcp', 'sign-ins', keyOf(url))
}

/** Whether that file is there: somebody is signed in. */
export function isMarked(home: string, url: string): Promise<boolean> {
  return access(signInMark(home, url)).then(
    () => true,
    () => false,
  )
}

/** The keychain's entry for an address; not below `mcp:`, where the entries of configuration may look. */
export function signInAccount(url: string): string {
  return `mcp-oauth:${keyOf(url)}`
}

/** Names an address where a name has to be short and plain. */
function keyOf(url: string): string {
  return createHash('sha256').update(new URL(url).href).digest('hex').slice(0, 32)
}

import { lstat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pathMatcher } from '../search/path-matcher.ts'
import { ToolFailure } from '../types.ts'

/** A pattern split into the folder that its plain beginning names and the rest that matches below it. */
export interface SplitPattern {
  readonly folder: string
  /** Empty: the pattern is the literal path `folder`. */
  readonly rest: string
  readonly hidden: boolean
  /** A glob that every match's name passes and that ripgrep reads as we do; undefined where the two might differ. */
  readonly nameGlob: string | undefined
  /** By the path below `folder`, with `/`. */
  matches(relative: string): boolean
}

/** Parts that exist literally are walked literally, so that `app/[id]/*.tsx` finds what lies in a folder named `[id]`. */
export async function splitPattern(pattern: string, base: string): Promise<SplitPattern> {
  const root = parse(pattern).root
  let folder = root === '' ? base : root
  const parts = pattern
    .slice(root.length)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  const anchored = root !== '' || parts.length > 1
  while (parts.length > 0) {
    const next = join(folder, parts[0] ?? '')
    // Permission judged the part before the first wildcard; a name that holds one itself, perhaps a link, was not seen.
    if (/[*?]/.test(parts[0] ?? '') || !(await exists(next))) break
    folder = next
    parts.shift()
  }
  if (parts.includes('..')) throw new ToolFailure('The pattern steps up with `..` after a wildcard; give the folder in `path` instead.')
  const rest = parts.join('/')
  return {
    folder,
    rest,
    hidden: parts.some((part) => part.startsWith('.')),
    nameGlob: nameGlob(parts.at(-1)),
    matches: matcher(rest, anchored),
  }
}

/** Plain names, `*`, `?` and one choice of plain words. */
function nameGlob(last: string | undefined): string | undefined {
  if (last === undefined || last === '*' || /\*\*|\.\./.test(last)) return undefined
  return /^[\w.*?-]*(\{[\w.*?-]+(,[\w.*?-]+)*\}[\w.*?-]*)?$/.test(last) ? last : undefined
}

function matcher(rest: string, anchored: boolean): (relative: string) => boolean {
  return rest === '' ? () => true : pathMatcher(anchored ? rest : `**/${rest}`)
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

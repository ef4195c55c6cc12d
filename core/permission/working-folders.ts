import path from 'node:path'
import { baseName, type ShellLine } from './shell/index.ts'

/** A line that may be in more folders than this is not followed. */
const MAX_FOLDERS = 8

/**
 * For each command the folders it may run in: a `cd` before it may have been taken or not. Empty where a folder on the way is
 * only known when the line runs.
 */
export function workingFolders({ text, commands }: ShellLine, cwd: string, userHome: string): readonly (readonly string[])[] {
  const isChain = isOnlyAnd(text)
  let now: readonly string[] = [cwd]
  return commands.map(({ words }) => {
    const before = now
    const [first, ...args] = words
    const name = baseName(first?.text ?? '')
    if (name === 'popd') now = []
    if (name !== 'cd' && name !== 'pushd') return before
    const target = args.find(({ text }) => !/^-[A-Za-z]/.test(text))
    if (target && (!target.isKnown || target.text === '-' || /^[~+]./.test(target.text.replace(/^~\//, '')))) now = []
    else if (now.length > 0)
      now = [...new Set([...(isChain ? [] : now), ...now.map((one) => folderOf(one, target?.text ?? '~', userHome))])]
    if (now.length > MAX_FOLDERS) now = []
    return before
  })
}

/** Every command of the line runs only when the one before it has worked. */
function isOnlyAnd(text: string): boolean {
  const bare = text.trim().replaceAll(/'[^']*'|"(?:[^"\\$`]|\\.)*"|\\["\\]/g, '')
  return !/[;\n|(){}`$]/.test(bare) && !bare.replaceAll('&&', '').includes('&')
}

function folderOf(cwd: string, target: string, userHome: string): string {
  return target === '~' || target.startsWith('~/') ? path.join(userHome, target.slice(1)) : path.resolve(cwd, target)
}

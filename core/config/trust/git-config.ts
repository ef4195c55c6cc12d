import path from 'node:path'
import { findGitFolder } from '../../platform/git-branch.ts'
import { readSmallFile } from '../../platform/regular-file.ts'
import type { Definition } from './judge.ts'

const MAX_BYTES = 1_000_000

/** Keys whose value git runs, or that decide what it runs. */
const RUNS: readonly RegExp[] = [
  /^core\.(fsmonitor|hookspath|pager|editor|sshcommand|askpass|gitproxy|alternaterefscommand)$/,
  /^(filter|diff|merge|difftool|mergetool|man|browser)\..*\.(clean|smudge|process|command|textconv|driver|cmd|path)$/,
  /^(diff\.external|sequence\.editor|credential\.helper|credential\..*\.helper|uploadpack\.packobjectshook|gpg\.program|gpg\..*\.program)$/,
  /^(alias|pager)\./,
  /^(include|includeif\..*)\.path$/,
  /^remote\..*\.(uploadpack|receivepack|vcs)$/,
  /^(submodule\..*\.update|init\.templatedir|interactive\.difffilter|receive\.procreceiverefs)$/,
]

/** What the folder's git configuration would run, as one definition; undefined when it is plain. Reads only, starts nothing. */
export async function gitDefinition(projectRoot: string): Promise<Definition | undefined> {
  const files = await configFiles(projectRoot)
  const read = await Promise.all(files.map(async (file) => ({ file, text: (await readSmallFile(file, MAX_BYTES)) ?? '' })))
  const entries = read.flatMap(({ file, text }) =>
    gitEntries(text)
      .filter(({ key }) => RUNS.some((pattern) => pattern.test(key)))
      .map((entry) => ({ ...entry, file })),
  )
  const first = entries[0]
  if (!first) return undefined
  const lines = entries.map(({ key, value }) => `${key} = ${value}`)
  return { kind: 'git', file: first.file, at: 'programs', line: first.line, value: lines, text: lines.join('\n') }
}

/** The configuration the folder's repository is read with; a linked worktree has its repository's and its own. */
async function configFiles(projectRoot: string): Promise<string[]> {
  const folder = await findGitFolder(projectRoot)
  if (folder === undefined) return []
  const common = (await readSmallFile(path.join(folder, 'commondir'), 4_096))?.trim()
  const shared = common === undefined ? folder : path.resolve(folder, common)
  return [path.join(shared, 'config'), path.join(folder, 'config.worktree')]
}

interface GitEntry {
  readonly key: string
  readonly value: string
  readonly line: number
}

/** Sections, subsections, continued lines and comments as git reads them; a key without `=` is true. */
export function gitEntries(text: string): GitEntry[] {
  const entries: GitEntry[] = []
  let section = ''
  let rest = ''
  let begun = 0
  text.split('\n').forEach((raw, index) => {
    const line = rest + raw.replace(/\r$/, '')
    if (rest === '') begun = index + 1
    if (/(?<!\\)(?:\\\\)*\\$/.test(line)) {
      rest = line.slice(0, -1)
      return
    }
    rest = ''
    let body = line.trim()
    const head = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(body)
    if (head) {
      section = [head[1]?.toLowerCase() ?? '', ...(head[2] === undefined ? [] : [head[2].replaceAll(/\\(.)/g, '$1')])].join('.')
      body = body.slice(head[0].length).trim()
    }
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(body)
    if (!entry) return
    entries.push({ key: `${section}.${entry[1]?.toLowerCase() ?? ''}`, value: entry[2]?.trim() ?? 'true', line: begun })
  })
  return entries
}

import { baseName, type PlainLine } from './shell-words.ts'

/** What a read-only line looks at; each place still goes through the path sandbox. */
export interface ReadOnlyLine {
  readonly paths: readonly string[]
}

/** Programs that only read and print, whatever their arguments, and look at no file. */
const withoutFiles = new Set(['echo', 'expr', 'false', 'id', 'pwd', 'seq', 'true', 'uname', 'which', 'whoami'])

/**
 * Programs that only read the files they are given; the pattern refuses options that write, run, follow links or read
 * lists of names, also in a cluster (`-1R`, `-.L`) and shortened as GNU programs take them (`--der`).
 */
const withFiles: Readonly<Record<string, RegExp | undefined>> = {
  cat: undefined,
  cd: undefined,
  cut: undefined,
  find: /^-(exec|execdir|ok|okdir|delete|fprint|fprintf|fprint0|fls|files0-from|follow|L)/,
  grep: /^(-(?!-).*[Rf]|--der|--file(=|$)|--exclude-f)/,
  head: undefined,
  ls: undefined,
  nl: undefined,
  paste: undefined,
  rev: undefined,
  rg: /^(-(?!-).*[zLf]|--(pre|hostname-bin|search-zip|follow|file(=|$)|ignore-file))/,
  stat: undefined,
  tail: undefined,
  tr: undefined,
  wc: /^--f/,
}

/** The line's paths when it is on the fixed read-only list, allowed in every mode; undefined when it is not. */
export function readOnlyLine({ words, hasGlob }: PlainLine): ReadOnlyLine | undefined {
  const [command = '', ...rest] = words
  if (hasGlob) return undefined
  // A path as command word may be the project's own program.
  if (command !== baseName(command)) return undefined
  if (withoutFiles.has(command)) return { paths: [] }
  if (command === 'sed') return sedPrint(rest)
  // Its second operand is written to; `-` and what follows `--` are operands as well.
  if (command === 'uniq' && rest.filter((word) => !/^-./.test(word) || word === '--').length > 1) return undefined
  if (command !== 'uniq' && !Object.hasOwn(withFiles, command)) return undefined
  const refused = withFiles[command]
  if (refused !== undefined && rest.some((word) => refused.test(word))) return undefined
  return { paths: rest.flatMap((word) => candidatePaths(word)) }
}

function sedPrint(words: readonly string[]): ReadOnlyLine | undefined {
  const [option, script = '', ...files] = words
  if (option !== '-n' || !/^\d+(,(\d+|\$))?p$/.test(script)) return undefined
  return files.some((word) => word.startsWith('-')) ? undefined : { paths: files }
}

/** A word may be a path, or an option that carries one (`--file=/etc/passwd`, `-I/etc`). */
function candidatePaths(word: string): readonly string[] {
  if (!word.startsWith('-')) return [word]
  const at = word.search(/[/~]|\.\./)
  return at === -1 ? [] : [word.slice(at)]
}

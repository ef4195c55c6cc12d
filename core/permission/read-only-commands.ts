import { baseName, type ShellCommand, type Word } from './shell/index.ts'

/** Programs that only read and print, whatever their arguments, and look at no file. */
const withoutFiles = new Set(['echo', 'expr', 'false', 'id', 'pwd', 'seq', 'true', 'uname', 'which', 'whoami'])

/**
 * Programs that only read the files they are given; the pattern refuses options that write, run, follow links or read
 * lists of names, also in a cluster (`-1R`, `-.L`) and shortened as GNU programs take them (`--der`).
 */
const withFiles: Readonly<Record<string, RegExp | undefined>> = {
  cat: undefined,
  cd: /^-.|^\+/,
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
  uniq: undefined,
  wc: /^--f/,
}

/** git's own, in a folder the person trusts: its configuration may name programs. */
const git: Readonly<Record<string, RegExp>> = {
  branch: /^(?:--list|-l|-a|-r|-v+|--all|--remotes|--show-current|--contains|--merged|--no-merged|--color=\w+|--sort=\w+|[\w./*-]+)$/,
  log: /^(?!--(?:ou|ex|te)|-O)/,
  'rev-parse': /^(?!--(?:pa|so))/,
  status: /^(?!--(?:ou))/,
}

/** The command is on the fixed list that is allowed in every mode; the places it looks at are still judged. */
export function isReadOnly(command: ShellCommand, isTrusted: boolean): boolean {
  const { words, assigned, redirects, doubts, stdin } = command
  const [first, ...rest] = words
  if (!first || assigned.length > 0 || redirects.length > 0 || doubts.size > 0 || stdin) return false
  // A pattern stands for file names, and a name may read as an option or be a link.
  if (words.some(({ isKnown, hasGlob }) => !isKnown || hasGlob)) return false
  const name = first.text
  // A path as command word may be the project's own program.
  if (name !== baseName(name)) return false
  const texts = rest.map(({ text }) => text)
  if (withoutFiles.has(name)) return true
  if (name === 'git') return isTrusted && isReadingGit(texts)
  if (name === 'sed') return isSedPrint(texts)
  // Its second operand is written to; `-` and what follows `--` are operands as well.
  if (name === 'uniq' && texts.filter((text) => !/^-./.test(text) || text === '--').length > 1) return false
  if (!Object.hasOwn(withFiles, name)) return false
  const refused = withFiles[name]
  return refused === undefined || !texts.some((text) => refused.test(text))
}

function isReadingGit([command = '', ...rest]: readonly string[]): boolean {
  if (command === 'branch') return rest.includes('--list') && rest.every((text) => git['branch']?.test(text))
  if (command === 'diff' || command === 'show')
    return (
      rest.includes('--no-ext-diff') &&
      rest.includes('--no-textconv') &&
      rest.every((text) => /^--no-(?:ext-diff|textconv)$|^(?!--(?:ou|ex|te)|-O)/.test(text))
    )
  const allowed = Object.hasOwn(git, command) ? git[command] : undefined
  return allowed !== undefined && rest.every((text) => allowed.test(text))
}

function isSedPrint(words: readonly string[]): boolean {
  const [option, script = '', ...files] = words
  return option === '-n' && /^\d+(,(\d+|\$))?p$/.test(script) && !files.some((word) => word.startsWith('-'))
}

/** The words of a known program that may be files: without the pattern or script that stands before them. */
export function lookedAt(name: string, args: readonly Word[]): readonly Word[] {
  const takesPattern = /^(?:[ef]?grep|rg|sed|[gm]?awk|jq|zgrep)$/.test(name)
  const isGiven = args.some(({ text }) => /^-(?!-)\w*[ef]|^--(?:regexp|file|expression|files$|type-list)/.test(text))
  if (!takesPattern || isGiven) return args
  const at = args.findIndex(({ text }) => !text.startsWith('-'))
  return args.filter((_, index) => index !== at)
}

/** Whether it reads every file below a folder, hidden ones too. */
export function readsWholeFolder({ words }: ShellCommand): boolean {
  const [first, ...args] = words
  const name = baseName(first?.text ?? '')
  const has = (pattern: RegExp): boolean => args.some(({ text }) => pattern.test(text))
  if (/^[ef]?grep$/.test(name)) return has(/^-(?!-)\w*[rR]|^--(?:recursive|dereference-r)/)
  return name === 'rg' && has(/^-(?!-)[\w.]*[.u]|^--(?:hidden|unrestricted|no-ignore)/)
}

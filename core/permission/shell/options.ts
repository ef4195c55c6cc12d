import type { Doubt } from './types.ts'
import type { Word } from './word.ts'

interface Options {
  /** Short options, as a pattern of the whole word. */
  readonly runs?: RegExp
  readonly writes?: RegExp
  /** Long ones, also shortened as GNU programs and git take them. */
  readonly runsLong?: readonly string[]
  readonly writesLong?: readonly string[]
}

const always = /^/
const code = { runs: /^-(?!-)\w*[eEc]|^-(?!-)\w*[pr]/, runsLong: ['--eval', '--print', '--require', '--import', '--loader', '--command'] }

/** What is known of programs' options that run other programs or write files. */
const table: Readonly<Record<string, Options>> = {
  bun: code,
  cargo: { runsLong: ['--config'] },
  curl: {
    writes: /^-(?!-)\w*[oOJKDc]/,
    writesLong: [
      '--output',
      '--remote-name',
      '--config',
      '--dump-header',
      '--cookie-jar',
      '--trace',
      '--stderr',
      '--libcurl',
      '--hsts',
      '--alt-svc',
      '--etag-save',
    ],
  },
  deno: { runs: /^eval$/ },
  ed: { runs: always },
  emacs: { runs: always },
  ex: { runs: always },
  find: { writes: /^-(?:delete|fprint|fprintf|fprint0|fls)$/ },
  go: { runs: /^--?(?:toolexec|exec|vettool|overlay)\b/ },
  jq: {},
  less: { runs: /^\+/, writes: /^-(?!-)\w*[oO]/, writesLong: ['--log-file'] },
  lua: code,
  make: { runs: /^(?:SHELL|MAKEFLAGS|\.SHELLFLAGS)\??:?=/, runsLong: ['--eval'] },
  man: { runs: /^-(?!-)\w*[PH]/, runsLong: ['--pager', '--html', '--preprocessor'] },
  nano: { runs: always },
  node: code,
  npm: { runs: /^-c/, runsLong: ['--script-shell', '--call', '--node-options'] },
  npx: { runs: /^-c/, runsLong: ['--call', '--script-shell', '--node-options'] },
  nvim: { runs: always },
  perl: code,
  php: { runs: /^-[rBRE]/ },
  pnpm: { runs: /^-c$/, runsLong: ['--shell-mode', '--script-shell'] },
  python: { runs: /^-(?!-)\w*c/ },
  rg: { runs: /^-(?!-)\w*z/, runsLong: ['--pre', '--hostname-bin', '--search-zip'] },
  rsync: { runs: /^-(?!-)\w*e/, runsLong: ['--rsh', '--rsync-path'] },
  ruby: code,
  scp: { runs: /^-(?!-)\w*[oSF]/ },
  sftp: { runs: /^-(?!-)\w*[oSFDb]/ },
  sort: { runsLong: ['--compress-program'], writes: /^-(?!-)\w*o/, writesLong: ['--output'] },
  ssh: { runs: /^-(?!-)\w*[oF]/ },
  tar: {
    runs: /^-(?!-)\w*[IF]/,
    runsLong: [
      '--to-command',
      '--use-compress-program',
      '--checkpoint-action',
      '--rsh-command',
      '--rmt-command',
      '--info-script',
      '--new-volume-script',
    ],
    writesLong: ['--index-file'],
  },
  tree: { writes: /^-(?!-)\w*o/ },
  vi: { runs: always },
  vim: { runs: always },
  wget: {
    runsLong: ['--use-askpass', '--execute', '--config'],
    runs: /^-(?!-)\w*e/,
    writes: /^-(?!-)\w*O(?!-)/,
    writesLong: ['--output-document', '--output-file', '--append-output'],
  },
  yq: { writes: /^-(?!-)\w*i/, writesLong: ['--inplace'] },
  zip: { runs: /^-TT/, runsLong: ['--unzip-command'] },
}

/** Doubts that a program's own options give; `name` is its base name. */
export function optionDoubts(name: string, args: readonly Word[]): readonly Doubt[] {
  const texts = args.map(({ text }) => text)
  if (name === 'git') return gitDoubts(texts)
  if (name === 'sed' || name === 'gsed') return sedDoubts(texts)
  if (/^[gmn]?awk$/.test(name)) return awkDoubts(texts)
  const known = name.replace(/^(python|node|php|perl|ruby|lua)[\d.]+$/, '$1')
  const options = Object.hasOwn(table, known) ? table[known] : undefined
  if (!options) return []
  const doubts: Doubt[] = []
  if (options.runs === always || texts.some((text) => options.runs?.test(text) || isLong(text, options.runsLong))) doubts.push('runs_code')
  if (texts.some((text) => options.writes?.test(text) || isLong(text, options.writesLong))) doubts.push('writes_file')
  return doubts
}

function isLong(text: string, names: readonly string[] = []): boolean {
  if (!text.startsWith('--') || text === '--') return false
  const [option = ''] = text.split('=')
  return names.some((name) => name.startsWith(option))
}

const gitCommands = new Set(
  'add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-mailmap checkout cherry cherry-pick clean clone commit commit-graph commit-tree count-objects describe diff diff-files diff-index diff-tree fetch for-each-ref format-patch fsck gc grep hash-object help init log ls-files ls-remote ls-tree merge merge-base merge-file merge-tree mktree mv name-rev notes pack-refs prune pull push range-diff read-tree rebase reflog remote repack replace reset restore rev-list rev-parse revert rm shortlog show show-branch show-ref sparse-checkout stash status submodule switch symbolic-ref tag update-index update-ref var verify-commit verify-pack verify-tag version whatchanged worktree write-tree'.split(
    ' ',
  ),
)
const gitRuns = [
  '--ext-diff',
  '--textconv',
  '--open-files-in-pager',
  '--upload-pack',
  '--receive-pack',
  '--exec',
  '--extcmd',
  '--template',
  '--config',
  '--config-env',
]
const gitWrites = ['--output', '--output-directory']
const gitShort: Readonly<Record<string, RegExp>> = {
  archive: /^-(?!-)\w*o/,
  clone: /^-(?!-)\w*[uc]/,
  'format-patch': /^-(?!-)\w*o/,
  grep: /^-(?!-)\w*O/,
  rebase: /^-(?!-)\w*[xi]/,
}

function gitDoubts(texts: readonly string[]): readonly Doubt[] {
  const at = texts.findIndex((text) => !text.startsWith('-'))
  const before = at < 0 ? texts : texts.slice(0, at)
  const [command = '', ...rest] = at < 0 ? [] : texts.slice(at)
  const doubts: Doubt[] = []
  // They choose configuration, and configuration names programs.
  if (before.some((text) => !/^--(no-pager|no-optional-locks|version|help|literal-pathspecs|no-replace-objects)$|^-P$/.test(text)))
    doubts.push('runs_code')
  // What is no command of git's own is an alias or a program on the path.
  else if (command !== '' && !gitCommands.has(command)) doubts.push('runs_code')
  if ((command === 'bisect' && rest.includes('run')) || (command === 'submodule' && rest.includes('foreach'))) doubts.push('runs_code')
  if (rest.some((text) => isLong(text, gitRuns) || gitShort[command]?.test(text) || /^[\w-]+::/.test(text))) doubts.push('runs_code')
  if (rest.some((text) => isLong(text, gitWrites))) doubts.push('writes_file')
  return doubts
}

const plainAddress = String.raw`(?:(?:\d+|\$|/(?:[^/\\]|\\.)*/)(?:,(?:[+~]?\d+|\$|/(?:[^/\\]|\\.)*/))?!?)?`
const plainSed = new RegExp(
  String.raw`^\s*${plainAddress}\s*(?:[pdq=l]|s([/|#,:])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gIip\d]*)?\s*$`,
)

function sedDoubts(texts: readonly string[]): readonly Doubt[] {
  const doubts: Doubt[] = []
  if (texts.some((text) => /^-(?!-)\w*i/.test(text) || isLong(text, ['--in-place']))) doubts.push('writes_file')
  const scripts = sedScripts(texts)
  if (!scripts || scripts.some((script) => script.split(/[;\n]/).some((one) => !plainSed.test(one)))) doubts.push('runs_code')
  return doubts
}

/** Undefined: they cannot be told from the files. */
function sedScripts(texts: readonly string[]): readonly string[] | undefined {
  const scripts: string[] = []
  let operand: string | undefined
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? ''
    if (text === '-e' || text === '--expression') scripts.push(texts[++at] ?? '')
    else if (/^-(?!-)\w*[fel]/.test(text) || (text.startsWith('--') && isLong(text, ['--file', '--expression']))) return undefined
    else if (!text.startsWith('-')) operand ??= text
  }
  return scripts.length > 0 ? scripts : operand === undefined ? [] : [operand]
}

function awkDoubts(texts: readonly string[]): readonly Doubt[] {
  return texts.some((text) => /system|getline|close|[|@]|>/.test(text) || /^-[fiEl]|^--(file|include|exec|load|inplace)/.test(text))
    ? ['runs_code']
    : []
}

import { pathMatcher } from '../search/path-matcher.ts'
import type { GrepInput } from './definition.ts'

/** ripgrep counts bytes; this many hold the 500 characters that are shown in any language. */
const MAX_COLUMN_BYTES = 2_000

/** What ripgrep is told, up to the scope. */
export function grepArguments(input: GrepInput): readonly string[] {
  return [
    '--null',
    ...modeArguments(input),
    ...(input.ignore_case ? ['--ignore-case'] : []),
    ...(input.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...typeArguments(input),
    // As the value of an option, a pattern that begins with `-` stays a pattern.
    '-e',
    input.pattern,
  ]
}

function modeArguments({ output_mode: mode, context }: GrepInput): readonly string[] {
  if (mode === 'files') return ['--files-with-matches']
  if (mode === 'count') return ['--count', '--with-filename']
  const around = context === undefined ? [] : [`--context=${context}`]
  return ['--line-number', '--with-filename', '--no-heading', `--max-columns=${MAX_COLUMN_BYTES}`, '--max-columns-preview', ...around]
}

/** As a file type a name pattern narrows without lifting `.gitignore`, which `--glob` would. */
function typeArguments({ glob, type }: GrepInput): readonly string[] {
  if (type !== undefined) return [`--type=${type}`]
  return glob !== undefined && isNamePattern(glob) ? [`--type-add=mewcodeglob:${glob}`, '--type=mewcodeglob'] : []
}

/** Whether a file's path, relative to the project, passes the `glob` that ripgrep was not given. */
export function pathFilter({ glob, type }: GrepInput): (shown: string) => boolean {
  if (glob === undefined || (type === undefined && isNamePattern(glob))) return () => true
  const negated = glob.startsWith('!')
  const pattern = glob.slice(negated ? 1 : 0).replace(/^\.?\//, '')
  const match = pathMatcher(pattern.includes('/') ? pattern : `**/${pattern}`)
  return (shown) => match(shown) !== negated
}

function isNamePattern(glob: string): boolean {
  return !glob.includes('/') && !glob.startsWith('!')
}

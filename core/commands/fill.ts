import type { ShellLine } from './shell-lines.ts'

/** What a text can hold: a command to run, a place for arguments; `\` before it keeps it as it is. A command is one piece. */
const PLACEHOLDER =
  /(?<!\S)(?<kept>\\)?!`(?<command>[^`\n]+)`|(?<escape>\\)?\$(?:(?<whole>ARGUMENTS)(?:\[(?<index>\d{1,2})\])?(?!\w)|(?<position>\d{1,2})(?!\w)|\{(?<value>\w+)\}|(?<name>[A-Za-z_]\w*))/g

export interface FillOptions {
  /** Which word `$1` is: the second (`first: 0`) or the first one (`first: 1`). Where there is no such word it is empty, with `first: 0` it stays. */
  readonly first: 0 | 1
  /** Names of the words by position, for `$name`. */
  readonly names?: readonly string[]
  /** Of `${NAME}`. */
  readonly values?: Readonly<Record<string, string>>
  /** What stands in the place of each command, in their order; undefined: none was run, and they stay words. */
  readonly outputs?: readonly string[] | undefined
}

/**
 * The text with the arguments in place: `$ARGUMENTS` all of them as written, `$1` … and `$ARGUMENTS[0]` … one each. Values are put
 * in once and never looked through again. Arguments for which the text has no place follow under a heading of their own.
 */
export function fillArguments(body: string, args: string, { first, names = [], values = {}, outputs }: FillOptions): string {
  const words = splitWords(args)
  let placed = 0
  const wordAt = (at: number, missing: string): string => {
    const word = words[at]
    if (word === undefined) return missing
    placed = Math.max(placed, at + 1)
    return word
  }
  /** Undefined: it is no placeholder of ours. */
  const valueOf = (written: string, { whole, index, position, value, name }: Readonly<Record<string, string | undefined>>) => {
    if (value !== undefined) return Object.hasOwn(values, value) ? values[value] : undefined
    if (name !== undefined) return names.includes(name) ? wordAt(names.indexOf(name), '') : undefined
    if (index !== undefined) return wordAt(Number(index), '')
    if (position !== undefined) return Number(position) < first ? undefined : wordAt(Number(position) - first, first === 0 ? written : '')
    if (whole !== undefined) placed = words.length
    return args
  }
  let filled = ''
  let end = 0
  let commands = 0
  for (const { 0: written, index, groups = {} } of body.matchAll(PLACEHOLDER)) {
    const before = placed
    const isKept = (groups['escape'] ?? groups['kept']) !== undefined
    const value = groups['command'] === undefined ? valueOf(written, groups) : isKept ? '' : outputs?.[commands++]
    if (isKept) placed = before
    filled += body.slice(end, index) + (value === undefined ? written : isKept ? written.slice(1) : value)
    end = index + written.length
  }
  filled += body.slice(end)
  const isComplete = args === '' || words.length <= placed
  return isComplete ? filled : `${filled.trimEnd()}\n\n## User Request\n\n${args}`
}

/** Letters that mean the same to a shell bare, in double quotes and in single ones. */
const PLAIN = /^[\p{L}\p{N}/._@%+,:-]+$/u

/**
 * The commands of a text, as its file has them. No argument gets into one: how it would have to be quoted hangs on what stands
 * around it, so a command with a place for one is refused. Of the values those are put in that no shell reads as anything else.
 */
export function shellLines(body: string, { first, names = [], values = {} }: FillOptions): readonly ShellLine[] {
  const lineOf = (command: string): ShellLine => {
    let refusal: string | undefined
    const line = command.replaceAll(PLACEHOLDER, (...match) => {
      const written = String(match[0])
      const { escape, whole, position, value, name }: Readonly<Record<string, string | undefined>> = match.at(-1)
      const isArgument =
        whole !== undefined ||
        (position !== undefined && Number(position) >= first) ||
        (name !== undefined && names.includes(name)) ||
        (value !== undefined && Object.hasOwn(values, value))
      if (!isArgument) return written
      if (escape !== undefined) return written.slice(1)
      const known = value === undefined ? undefined : values[value]
      if (known !== undefined && PLAIN.test(known)) return known
      refusal =
        known === undefined
          ? `it holds ${written}, and arguments are never put into a command (\\${written} leaves it to the shell)`
          : `${written} is a folder whose name a shell could read as more than a name`
      return written
    })
    return refusal === undefined ? { line } : { line: command, refusal }
  }
  return [...body.matchAll(PLACEHOLDER)].flatMap(({ groups = {} }) =>
    groups['command'] === undefined || groups['kept'] !== undefined ? [] : [lineOf(groups['command'])],
  )
}

/** The first line of a text that holds a command, counted from 0; -1: none does. */
export function shellLineAt(body: string): number {
  const found = [...body.matchAll(PLACEHOLDER)].find(({ groups }) => groups?.['command'] !== undefined && groups['kept'] === undefined)
  return found === undefined ? -1 : body.slice(0, found.index).split('\n').length - 1
}

/** Words as a shell would take them apart: quotes keep blanks together. An open quote is a letter like any other. */
function splitWords(args: string): string[] {
  const pieces = args.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []
  return pieces.map((piece) => piece.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''))
}

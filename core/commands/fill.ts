/** What a text can hold for its arguments; `\` before it keeps it as it is. */
const PLACEHOLDER =
  /(?<escape>\\)?\$(?:(?<whole>ARGUMENTS)(?:\[(?<index>\d{1,2})\])?(?!\w)|(?<position>\d{1,2})(?!\w)|\{(?<value>\w+)\}|(?<name>[A-Za-z_]\w*))/g

export interface FillOptions {
  /** Which word `$1` is: the second (`first: 0`) or the first one (`first: 1`). Where there is no such word it is empty, with `first: 0` it stays. */
  readonly first: 0 | 1
  /** Names of the words by position, for `$name`. */
  readonly names?: readonly string[]
  /** Of `${NAME}`. */
  readonly values?: Readonly<Record<string, string>>
}

/**
 * The text with the arguments in place: `$ARGUMENTS` all of them as written, `$1` … and `$ARGUMENTS[0]` … one each. Values are put
 * in once and never looked through again. Arguments for which the text has no place follow under a heading of their own.
 */
export function fillArguments(body: string, args: string, { first, names = [], values = {} }: FillOptions): string {
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
  for (const { 0: written, index, groups = {} } of body.matchAll(PLACEHOLDER)) {
    const before = placed
    const value = valueOf(written, groups)
    const isKept = groups['escape'] !== undefined
    if (isKept) placed = before
    filled += body.slice(end, index) + (value === undefined ? written : isKept ? written.slice(1) : value)
    end = index + written.length
  }
  filled += body.slice(end)
  const isComplete = args === '' || words.length <= placed
  return isComplete ? filled : `${filled.trimEnd()}\n\n## User Request\n\n${args}`
}

/** Words as a shell would take them apart: quotes keep blanks together. An open quote is a letter like any other. */
function splitWords(args: string): string[] {
  const pieces = args.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []
  return pieces.map((piece) => piece.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''))
}

/** What a command's text can hold for its arguments; `\` before it keeps it as it is. */
const PLACEHOLDER = /(\\)?\$(?:ARGUMENTS(?:\[(\d{1,2})\])?(?!\w)|([1-9]\d?)(?!\w))/g

/**
 * The text with the arguments in place: `$ARGUMENTS` all of them as written, `$1` … and `$ARGUMENTS[0]` … one each, empty
 * where there is none. Values are put in once and never looked through again. Arguments for which the text has no place
 * follow under a heading of their own.
 */
export function fillArguments(body: string, args: string): string {
  const words = splitWords(args)
  let isWhole = false
  let placed = 0
  const filled = body.replaceAll(PLACEHOLDER, (whole, escape?: string, index?: string, position?: string) => {
    if (escape !== undefined) return whole.slice(1)
    if (index === undefined && position === undefined) {
      isWhole = true
      return args
    }
    const at = index === undefined ? Number(position) - 1 : Number(index)
    placed = Math.max(placed, at + 1)
    return words[at] ?? ''
  })
  const isComplete = args === '' || isWhole || words.length <= placed
  return isComplete ? filled : `${filled.trimEnd()}\n\n## User Request\n\n${args}`
}

/** Words as a shell would take them apart: quotes keep blanks together. An open quote is a letter like any other. */
export function splitWords(args: string): string[] {
  const pieces = args.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []
  return pieces.map((piece) => piece.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''))
}

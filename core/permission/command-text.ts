import { baseName, programName, type ShellCommand, type Word } from './shell/index.ts'

/** A command in the forms rules are written against. */
export interface CommandTexts {
  /** Held against rules that allow: the words as written, and with plain quoting. */
  readonly allowing: readonly string[]
  /** Held against rules that forbid: every way to write the same, the program also by its last name. */
  readonly forbidding: readonly string[]
  /** The same with gaps for what the line does not say; undefined where the line says all. */
  readonly unknown: readonly (readonly (string | undefined)[])[] | undefined
}

export function textsOf(command: ShellCommand): CommandTexts {
  const { words, written, doubts } = command
  const [first, ...rest] = words
  if (!first)
    return {
      allowing: [],
      forbidding: doubts.has('unread') ? [command.text] : [],
      unknown: doubts.has('unread') ? [[undefined]] : undefined,
    }
  const program = programName(first.text)
  const names = [...new Set([first.text, baseName(first.text)])]
  const tail = rest.map(({ text }) => text)
  const forbidding = [...names.map((name) => [name, ...tail].join(' ')), ...names.map((name) => [name, ...tail.map(quoted)].join(' '))]
  // A blank in the program's name would read as its first argument.
  const isPlain = first.isKnown && first.text === quoted(first.text)
  const canonical = [program, ...tail.map(quoted)].join(' ')
  const asWritten =
    written !== undefined && isPlain && written.startsWith(first.text) ? [written, `${program}${written.slice(first.text.length)}`] : []
  return {
    allowing: isPlain ? [...new Set([canonical, ...asWritten])] : [],
    forbidding: [...new Set([...forbidding, ...(written === undefined ? [] : [written])])],
    unknown: unknownTexts(command),
  }
}

function unknownTexts({ words, doubts }: ShellCommand): CommandTexts['unknown'] {
  const [first, ...rest] = words
  // Another program may be meant than the one that is named.
  if (doubts.has('unread') || (doubts.has('unknown_program') && first?.isKnown !== false)) return [[undefined]]
  if (!first || words.every(({ isKnown }) => isKnown)) return undefined
  return [gaps(words), gaps([{ ...first, pieces: first.isKnown ? [baseName(first.text)] : nameGaps(first) }, ...rest])]
}

/** The words in one line; what an open end hides may go on behind it. */
function gaps(words: readonly Word[]): readonly (string | undefined)[] {
  return words.flatMap(({ pieces }, at) => [...(at > 0 ? [' '] : []), ...pieces])
}

/** The program by its last name: `$bin/rm` is still rm, `/bin/r*` begins with an r. */
function nameGaps({ pieces }: Word): Word['pieces'] {
  const at = pieces.findLastIndex((piece) => piece?.includes('/'))
  return at < 0 ? pieces : [baseName(pieces[at] ?? ''), ...pieces.slice(at + 1)]
}

/** As a person would quote the word, when it needs quoting. */
function quoted(text: string): string {
  return /^[\w@%+=:,./~^-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

import type { ShellReader } from '../../permission/shell/index.ts'
import type { ReadWords } from './read-command-line.ts'

/** Words as the shell would make them, of a line that is one plain command. */
export function createReadWords(reader: ShellReader): ReadWords {
  return async (line) => {
    // As `env` takes them, variables in front are words like any other.
    const { commands } = await reader.read(`env ${line}`)
    const [outer, ...others] = commands.filter(({ isInner }) => !isInner)
    if (!outer || others.length > 0 || outer.redirects.length > 0 || outer.doubts.has('unread')) return undefined
    const [, ...words] = outer.words
    // A variable is a reference; anything else the shell would compute is not ours to run.
    return words.some(({ text, isKnown }) => !isKnown && /\$\(|`/.test(text)) ? undefined : words.map(({ text }) => text)
  }
}

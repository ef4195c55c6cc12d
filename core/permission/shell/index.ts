import { maySteer } from './environment.ts'
import { parseJoined } from './join-lines.ts'
import { optionDoubts } from './options.ts'
import { createShellParser } from './parser.ts'
import { baseName } from './programs.ts'
import { readTree } from './read-tree.ts'
import { unreadCommand } from './reading.ts'
import type { Doubt, ShellCommand, ShellLine } from './types.ts'
import { withInner } from './unwrap.ts'

export { baseName, programName } from './programs.ts'
export type { Doubt, Redirect, ShellCommand, ShellLine } from './types.ts'
export type { Word } from './word.ts'

/** Text of one line, with what is nested in it, that is still read. */
const MAX_TEXTS = 64

/** Reads shell lines. One a core: the grammar is loaded with the first line. */
export interface ShellReader {
  read(line: string): Promise<ShellLine>
}

export function createShellReader(): ShellReader {
  const parser = createShellParser()
  return {
    async read(text) {
      const parse = await parser.ready()
      let texts = 0
      const read = (line: string): readonly ShellCommand[] | undefined => {
        if (++texts > MAX_TEXTS) return undefined
        const parsed = parseJoined(line, parse)
        if (!parsed) return undefined
        try {
          return readTree(parsed.tree.rootNode, parsed.line)
        } finally {
          parsed.tree.delete()
        }
      }
      const commands = read(text) ?? [unreadCommand(text)]
      return { text, commands: commands.flatMap((command) => withInner(command, read)).map(withDoubts) }
    },
  }
}

/** A line for a shell whose grammar is another. */
export function unreadLine(text: string): ShellLine {
  return { text, commands: [unreadCommand(text)] }
}

/** Programs of the shell itself that set variables. */
const setters = new Set([
  'export',
  'declare',
  'typeset',
  'readonly',
  'local',
  'read',
  'mapfile',
  'readarray',
  'unset',
  'set',
  'shopt',
  'getopts',
])

/** What the command's own words leave open. */
function withDoubts(command: ShellCommand): ShellCommand {
  const [first, ...args] = command.words
  const name = baseName(first?.text ?? '')
  const doubts = new Set<Doubt>([...command.doubts, ...optionDoubts(name, args)])
  // A pattern at the start of a word may turn out to be an option.
  if (args.some(({ isKnown, hasGlob, pieces, text }) => !isKnown && !(hasGlob && pieces[0] !== undefined && !text.startsWith('-'))))
    doubts.add('unknown_word')
  if (command.assigned.some(maySteer) || setters.has(name)) doubts.add('environment')
  if (name === 'printf' && args.some(({ text }) => text.startsWith('-v'))) doubts.add('environment')
  return { ...command, doubts }
}

import path from 'node:path'
import { baseName, type ShellCommand, type ShellLine, type Word } from '../shell/index.ts'
import type { Ran } from '../../testing/real-bash.ts'

/** Where `testing/real-bash.ts` runs a line. */
const places = { '/w': 'w', '/h': 'h', '/tmp': 't' } as const

/** What a line really did and its analysis did not name; empty where the analysis says that anything may happen. */
export function unnamed({ commands }: ShellLine, { started, written }: Ran): readonly string[] {
  if (commands.some(({ doubts }) => doubts.has('unread') || doubts.has('unknown_program'))) return []
  const hasMoved = commands.some(({ words }) => /^(?:cd|pushd|popd)$/.test(words[0]?.text ?? ''))
  return [
    ...started.filter((call) => !commands.some((command) => names(command, call))).map((call) => `started ${JSON.stringify(call)}`),
    ...written.filter((file) => !hasMoved && !commands.some((command) => writes(command, file))).map((file) => `wrote ${file}`),
  ]
}

function names({ words }: ShellCommand, [program = '', ...args]: readonly string[]): boolean {
  const [first, ...rest] = words
  if (!first?.isKnown || baseName(first.text) !== program) return false
  return rest.every(({ isKnown, hasTilde }) => isKnown && !hasTilde) ? same(rest, args) : pattern(rest).test(args.join('\u0001'))
}

function same(words: readonly Word[], args: readonly string[]): boolean {
  return words.length === args.length && words.every(({ text }, at) => text === args[at])
}

/** An unknown stretch may be any text, several words, or no word at all. */
function pattern(words: readonly Word[]): RegExp {
  const one = ({ pieces, hasTilde, text }: Word): string => {
    if (hasTilde && pieces.every((piece) => piece !== undefined)) return `(?:${escape(text)}|[^\u0001]*${escape(text.slice(1))})`
    const inner = pieces.map((piece) => (piece === undefined ? '[\\s\\S]*' : escape(piece))).join('')
    return pieces.every((piece) => piece === undefined) ? `(?:${inner})?` : inner
  }
  return new RegExp(`^\u0001*${words.map(one).join('\u0001*')}\u0001*$`)
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

function writes({ redirects, doubts, words }: ShellCommand, file: string): boolean {
  // An option that writes is known as such, and its file is one of the words.
  if (doubts.has('writes_file') && words.some(({ text }) => `w/${text}` === file)) return true
  return redirects.some(({ kind, target }) => {
    if (kind === 'read') return false
    if (!target.isKnown) return true
    const written = target.hasTilde ? target.text.replace(/^~(?=\/|$)/, '/h') : target.text
    const absolute = path.posix.resolve('/w', written)
    return Object.entries(places).some(([from, to]) => absolute.startsWith(`${from}/`) && `${to}${absolute.slice(from.length)}` === file)
  })
}

import type { Node } from 'web-tree-sitter'
import { childrenOf } from './reading.ts'

export interface Heredoc {
  readonly text: string
  /** No substitution changes it. */
  readonly isKnown: boolean
}

/** The text a here-document feeds, found by the shell's rule for where it ends; undefined where the grammar ends it elsewhere. */
export function readHeredoc(node: Node, line: string): Heredoc | undefined {
  const children = childrenOf(node)
  const start = children.find(({ type }) => type === 'heredoc_start')
  const end = children.find(({ type }) => type === 'heredoc_end')
  if (!start || !end) return undefined
  const delimiter = start.text.replaceAll(/["'\\]/g, '')
  const isQuoted = delimiter !== start.text
  const stripsTabs = children.some(({ type }) => type === '<<-')
  const from = line.indexOf('\n', start.endIndex) + 1
  // What else stands on that line might hide the break in quotes.
  if (from === 0 || delimiter === '' || /["'`$\\]/.test(line.slice(start.endIndex, from))) return undefined
  for (let at = from; at <= line.length;) {
    const next = line.indexOf('\n', at)
    const stop = next < 0 ? line.length : next
    const one = line.slice(at, stop)
    if ((stripsTabs ? one.replace(/^\t+/, '') : one) === delimiter) {
      const isSame = end.startIndex >= at && end.endIndex <= stop
      const text = line.slice(from, at)
      return isSame ? { text, isKnown: isQuoted || !/[`$\\]/.test(text) } : undefined
    }
    at = stop + 1
  }
  return undefined
}

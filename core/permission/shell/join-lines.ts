import type { Node, Tree } from 'web-tree-sitter'
import type { ParseLine } from './parser.ts'

/** Joining shows what was hidden by a joint, which may hold others. */
const MAX_ROUNDS = 8
const joint = /(?<!\\)(?:\\\\)*\\\n(?=[^ \t\n])/g
const isBlank = /^[ \t\n]?$/
/** In them a backslash at the end of a line is nothing but one. */
const literal = new Set(['raw_string', 'ansi_c_string', 'comment'])

interface Parsed {
  /** As the shell reads it. */
  readonly line: string
  /** The caller deletes it. */
  readonly tree: Tree
}

/**
 * Parses a line as the shell joins it: a backslash at the end of a line goes with the break, inside a word and between
 * `$` and `(` too, where the grammar takes it for a blank. Undefined where that finds no end.
 */
export function parseJoined(given: string, parse: ParseLine): Parsed | undefined {
  let line = given
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const tree = parse(line)
    if (!tree) return undefined
    const text = line
    const joined = text.replaceAll(joint, (found, at: number) => {
      const isGlued = found.length > 2 || !isBlank.test(text.charAt(at - 1))
      return isGlued && !isLiteral(tree.rootNode, at + found.length - 2) ? found.slice(0, -2) : found
    })
    if (joined === line) return { line, tree }
    tree.delete()
    line = joined
  }
  return undefined
}

function isLiteral(root: Node, at: number): boolean {
  for (let node = root.descendantForIndex(at, at + 1); node; node = node.parent) {
    if (literal.has(node.type)) return true
    const start = node.type === 'heredoc_body' && node.parent?.children.find((child) => child?.type === 'heredoc_start')
    if (start) return /["'\\]/.test(start.text)
  }
  return false
}

import type { Node } from 'web-tree-sitter'
import type { Doubt, ShellCommand } from './types.ts'
import { readWords, type Span, type Word } from './word.ts'

/** One line on its way from the grammar's tree to commands. */
export interface Reading {
  readonly line: string
  /** Filled as the tree is walked. */
  readonly commands: ShellCommand[]
  /** The piece is not understood. */
  unread(node: Node): void
  /** `input`: what its standard input comes from. */
  visit(node: Node, input: readonly ShellCommand[]): void
  /** Reads the substitutions inside a word; answers their commands. */
  visitSubstitutions(node: Node): readonly ShellCommand[]
}

export const wordTypes = new Set([
  'word',
  'string',
  'raw_string',
  'ansi_c_string',
  'translated_string',
  'concatenation',
  'number',
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'brace_expression',
  'extglob_pattern',
  'variable_name',
])
const computedTypes = new Set(['simple_expansion', 'expansion', 'command_substitution', 'process_substitution', 'arithmetic_expansion'])
/** The backtick ends a word only inside backticks; elsewhere the word it begins is found out. */
const boundary = /^[ \t\n;&|<>()`]?$/

export function childrenOf(node: Node): readonly Node[] {
  return node.children.filter((child) => child !== null)
}

/** Between its children lies nothing that the grammar skipped and the shell would not. */
export function hasOnlyBlanks(node: Node, line: string, blanks = /^(?:[ \t\n]|\\\n)*$/): boolean {
  let at = node.startIndex
  for (const child of childrenOf(node)) {
    if (child.startIndex > at && !blanks.test(line.slice(at, child.startIndex))) return false
    at = Math.max(at, child.endIndex)
  }
  return blanks.test(line.slice(at, node.endIndex))
}

/** The words a node stands for by the shell's rules; undefined where the grammar has them otherwise. */
export function readNode(node: Node, line: string): readonly Word[] | undefined {
  const before = line.slice(0, node.startIndex)
  const startsWord = boundary.test(before.slice(-1)) || before.endsWith('\\\n')
  if (!startsWord || !(boundary.test(line.charAt(node.endIndex)) || line.startsWith('\\\n', node.endIndex))) return undefined
  const spans: Span[] = []
  findComputed(node, node.startIndex, spans)
  return readWords(line.slice(node.startIndex, node.endIndex), spans)
}

function findComputed(node: Node, offset: number, found: Span[]): void {
  if (computedTypes.has(node.type)) found.push({ start: node.startIndex - offset, end: node.endIndex - offset })
  else for (const child of childrenOf(node)) findComputed(child, offset, found)
}

export function unreadCommand(text: string): ShellCommand {
  return { ...emptyCommand, text, doubts: new Set<Doubt>(['unread']) }
}

export const emptyCommand: ShellCommand = {
  text: '',
  written: undefined,
  words: [],
  assigned: [],
  redirects: [],
  doubts: new Set(),
  input: [],
  stdin: undefined,
  isInner: false,
}

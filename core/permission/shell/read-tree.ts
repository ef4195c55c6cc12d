import type { Node } from 'web-tree-sitter'
import { commandTypes, readCommand } from './read-command.ts'
import { childrenOf, hasOnlyBlanks, readNode, unreadCommand, wordTypes, type Reading } from './reading.ts'
import type { ShellCommand } from './types.ts'

/** Statements that only hold others. */
const containers = new Set([
  'program',
  'list',
  'negated_command',
  'subshell',
  'compound_statement',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'do_group',
  'for_statement',
  'case_statement',
  'case_item',
  'function_definition',
  'command_substitution',
  'process_substitution',
])

/**
 * The commands of a parsed line, in the order of the line. The grammar is believed only as far as the shell's own rules
 * bear it out: words end where the shell ends them, quotes close inside a word, and between two pieces lie only blanks.
 */
export function readTree(root: Node, line: string): readonly ShellCommand[] {
  const commands: ShellCommand[] = []
  const reading: Reading = { line, commands, unread: (node) => void commands.push(unreadCommand(node.text)), visit, visitSubstitutions }
  // oxlint-disable-next-line no-control-regex -- the shell and the grammar disagree about these
  const hasOddBytes = /[\u0000-\u0008\u000b-\u001f\u007f]/.test(line)
  const isWhole = /^\s*$/.test(line.slice(0, root.startIndex) + line.slice(root.endIndex))
  if (root.hasError || hasOddBytes || !isWhole) reading.unread(root)
  visit(root, [])
  return commands

  function visit(node: Node, input: readonly ShellCommand[]): void {
    if (node.isMissing || node.type === 'ERROR') reading.unread(node)
    if (node.type === 'comment') return visitComment(node)
    if (node.type === 'pipeline') return visitPipeline(node, input)
    if (commandTypes.has(node.type)) return readCommand(reading, node, input)
    const children = childrenOf(node)
    const isKnown = containers.has(node.type) && !children.some(({ type }) => type === '((')
    if (!isKnown || !hasOnlyBlanks(node, line)) reading.unread(node)
    for (const child of children) {
      if (!isKnown) visitSubstitutions(child)
      else if (wordTypes.has(child.type) && !isSubstitutionOf(node)) visitWord(child)
      else if (child.isNamed) visit(child, input)
    }
  }

  /** A word of the statement's own: a function's name, what `for` and `case` go through. */
  function visitWord(node: Node): void {
    if (!readNode(node, line)) reading.unread(node)
    visitSubstitutions(node)
  }

  function visitPipeline(node: Node, input: readonly ShellCommand[]): void {
    if (!hasOnlyBlanks(node, line)) reading.unread(node)
    let upstream = input
    for (const child of childrenOf(node).filter(({ isNamed }) => isNamed)) {
      const before = commands.length
      visit(child, upstream)
      upstream = [...upstream, ...commands.slice(before)]
    }
  }

  function visitComment(node: Node): void {
    const isWhole = /^[\s;&|()]?$/.test(line.charAt(node.startIndex - 1)) && /^\n?$/.test(line.charAt(node.endIndex))
    if (!isWhole || line.charAt(node.startIndex) !== '#') reading.unread(node)
  }

  function visitSubstitutions(node: Node): readonly ShellCommand[] {
    const before = commands.length
    if (isSubstitutionOf(node)) {
      // Inside backticks a backslash takes off one level of quoting first.
      if (node.text.startsWith('`') && node.text.includes('\\')) reading.unread(node)
      visit(node, [])
    } else {
      if (node.type === 'expansion' && hidesSubstitution(node)) reading.unread(node)
      for (const child of childrenOf(node)) visitSubstitutions(child)
    }
    return commands.slice(before)
  }
}

/** The grammar has text where the shell runs commands: backticks behind `${a:=`. */
function hidesSubstitution(node: Node): boolean {
  if (isSubstitutionOf(node)) return false
  const children = childrenOf(node)
  return children.length === 0 ? /`|\$\(/.test(node.text) : children.some(hidesSubstitution)
}

function isSubstitutionOf({ type }: Node): boolean {
  return type === 'command_substitution' || type === 'process_substitution'
}

import type { Node } from 'web-tree-sitter'
import { readHeredoc, type Heredoc } from './heredoc.ts'
import { childrenOf, emptyCommand, hasOnlyBlanks, readNode, wordTypes, type Reading } from './reading.ts'
import type { Doubt, Redirect, ShellCommand } from './types.ts'
import { unknownWord, type Word } from './word.ts'

/** Nodes that are one program, or what can stand in its place. */
export const commandTypes = new Set([
  'command',
  'redirected_statement',
  'declaration_command',
  'unset_command',
  'variable_assignment',
  'variable_assignments',
  'file_redirect',
])
const keywords = new Set('if then else elif fi for while until do done case esac select function { } ! [[ ]] (( )) in coproc'.split(' '))
const onOneLine = /^(?:[ \t]|\\\n)*$/

/** What a simple command is put together from, in the order of the line. */
interface Parts {
  readonly words: { readonly node: Node; readonly read: readonly Word[] }[]
  readonly assigned: string[]
  readonly redirects: Redirect[]
  readonly doubts: Set<Doubt>
  /** Words that hold substitutions, wherever they stand. */
  readonly nested: Node[]
  /** Statements behind a here-document's operator: they run after this command. */
  readonly after: Node[]
  stdin: Heredoc | undefined
  /** It is the redirections of other statements. */
  holdsStatement: boolean
}

/** Reads one simple command, or the redirections of a compound one, and what its words substitute. */
export function readCommand(reading: Reading, node: Node, input: readonly ShellCommand[]): void {
  const parts: Parts = {
    words: [],
    assigned: [],
    redirects: [],
    doubts: new Set(),
    nested: [],
    after: [],
    stdin: undefined,
    holdsStatement: false,
  }
  collect(reading, node, parts, input)
  const at = reading.commands.length
  const fed = parts.nested.flatMap((word) => reading.visitSubstitutions(word))
  const words = parts.words.flatMap(({ read }) => read)
  const [first] = parts.words
  if (first && keywords.has(first.node.text)) parts.doubts.add('unread')
  // To the shell they belong to the last command of what is redirected here.
  if (first && parts.holdsStatement) parts.doubts.add('unread')
  const isEmpty = words.length === 0 && parts.assigned.length === 0 && parts.redirects.length === 0 && parts.doubts.size === 0
  if (!isEmpty)
    reading.commands.splice(at, 0, {
      ...emptyCommand,
      text: reading.line.slice(shownFrom(node, parts), node.endIndex).trim(),
      written: writtenWords(reading.line, parts),
      words,
      assigned: parts.assigned,
      redirects: parts.redirects,
      doubts: parts.doubts,
      input: [...input, ...fed],
      stdin: parts.stdin,
    })
  const own = reading.commands.slice(at)
  for (const later of parts.after) reading.visit(later, own)
}

/** The statements that are redirected are shown as pieces of their own. */
function shownFrom(node: Node, { holdsStatement }: Parts): number {
  const redirect = holdsStatement ? childrenOf(node).find(({ type }) => type.endsWith('_redirect')) : undefined
  return (redirect ?? node).startIndex
}

function collect(reading: Reading, node: Node, parts: Parts, input: readonly ShellCommand[]): void {
  if (node.type === 'variable_assignment') return addAssignment(reading, node, parts)
  if (node.type === 'file_redirect') return addRedirect(reading, node, parts)
  const holdsStatement = node.type === 'redirected_statement'
  if (!hasOnlyBlanks(node, reading.line, holdsStatement ? undefined : onOneLine)) parts.doubts.add('unread')
  for (const child of childrenOf(node)) {
    if (child.isMissing || child.type === 'ERROR') parts.doubts.add('unread')
    else if (child.type === 'heredoc_redirect') addHeredoc(reading, child, parts)
    else if (child.type === 'herestring_redirect') addHerestring(reading, child, parts)
    else if (child.type === 'variable_assignment' && node.type === 'declaration_command') addWord(reading, child, parts)
    else if (child.type === 'command_name' || commandTypes.has(child.type)) collect(reading, child, parts, input)
    else if (wordTypes.has(child.type) || (!child.isNamed && !holdsStatement)) addWord(reading, child, parts)
    else if (holdsStatement && child.isNamed) {
      parts.holdsStatement = true
      reading.visit(child, input)
    } else {
      parts.doubts.add('unread')
      parts.nested.push(child)
    }
  }
}

function addWord(reading: Reading, node: Node, parts: Parts): void {
  const read = readNode(node, reading.line)
  // `{name}>f` opens a file under a name.
  if (!read || (/^\{\w+\}$/.test(node.text) && /[<>]/.test(reading.line.charAt(node.endIndex)))) parts.doubts.add('unread')
  parts.words.push({ node, read: read ?? [{ ...unknownWord, text: node.text }] })
  parts.nested.push(node)
}

function addAssignment({ line }: Reading, node: Node, parts: Parts): void {
  const name = /^(\w+)\+?=/.exec(node.text)?.[1]
  // Elements of lists and lists: their index is a piece of arithmetic, which can run commands.
  if (name === undefined || !readNode(node, line)) parts.doubts.add('unread')
  parts.assigned.push(name ?? node.text)
  parts.nested.push(node)
}

function addRedirect(reading: Reading, node: Node, parts: Parts): void {
  const children = childrenOf(node)
  const operator = children.find(({ isNamed }) => !isNamed)?.type ?? ''
  const fd = children.find(({ type }) => type === 'file_descriptor')
  // `a1>f` is the word a1 and a redirection; `{name}>f` opens one.
  if (!hasOnlyBlanks(node, reading.line, onOneLine)) parts.doubts.add('unread')
  if (fd && !/^[ \t\n;&|()<>]?$/.test(reading.line.charAt(fd.startIndex - 1))) parts.doubts.add('unread')
  const [target, ...more] = children.filter(({ isNamed, type }) => isNamed && type !== 'file_descriptor')
  // The grammar takes what follows the target for more targets; to the shell they are words.
  for (const word of more) addWord(reading, word, parts)
  if (!target) {
    if (operator !== '<&-' && operator !== '>&-') parts.doubts.add('unread')
    return
  }
  parts.nested.push(target)
  const read = readNode(target, reading.line)
  const [only] = read ?? []
  if (!only || read?.length !== 1) return void parts.doubts.add('unread')
  const redirect = redirectOf(operator, only, fd !== undefined)
  if (redirect === 'unread') parts.doubts.add('unread')
  else if (redirect) parts.redirects.push(redirect)
}

/** Undefined: only a number of an open file is passed on. */
function redirectOf(operator: string, target: Word, hasFd: boolean): Redirect | 'unread' | undefined {
  const isFd = target.isKnown && /^(\d+-?|-)$/.test(target.text)
  switch (operator) {
    case '<':
      return { kind: 'read', target }
    case '>':
    case '>|':
    case '&>':
      return { kind: 'write', target }
    case '>>':
    case '&>>':
      return { kind: 'append', target }
    case '<&':
      return isFd ? undefined : 'unread'
    case '>&':
      if (isFd) return undefined
      return hasFd ? 'unread' : { kind: 'write', target }
    default:
      return 'unread'
  }
}

function addHerestring(reading: Reading, node: Node, parts: Parts): void {
  const word = childrenOf(node).find(({ isNamed, type }) => isNamed && type !== 'file_descriptor')
  const read = word && readNode(word, reading.line)
  const [only] = read ?? []
  if (!word || read?.length !== 1 || !only || parts.stdin) return void parts.doubts.add('unread')
  parts.nested.push(word)
  parts.stdin = { text: only.text, isKnown: only.isKnown }
}

function addHeredoc(reading: Reading, node: Node, parts: Parts): void {
  const heredoc = readHeredoc(node, reading.line)
  if (!heredoc || parts.stdin) parts.doubts.add('unread')
  parts.stdin = heredoc
  if (heredoc && !heredoc.isKnown) parts.doubts.add('unknown_word')
  for (const child of childrenOf(node)) {
    if (!child.isNamed || child.type === 'heredoc_start' || child.type === 'heredoc_end' || child.type === 'file_descriptor') continue
    if (child.type === 'heredoc_body') parts.nested.push(child)
    else if (child.type === 'file_redirect') addRedirect(reading, child, parts)
    else if (wordTypes.has(child.type)) addWord(reading, child, parts)
    else parts.after.push(child)
  }
}

/** The words as they stand, when nothing else lies between the first and the last. */
function writtenWords(line: string, { words }: Parts): string | undefined {
  const [first] = words
  const last = words.at(-1)
  if (!first || !last) return undefined
  const written = line.slice(first.node.startIndex, last.node.endIndex)
  const gaps = words.slice(1).map(({ node }, at) => line.slice(words[at]?.node.endIndex ?? 0, node.startIndex))
  return gaps.every((gap) => onOneLine.test(gap)) ? written : undefined
}

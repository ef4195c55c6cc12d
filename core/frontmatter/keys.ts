import { isMap, isScalar, parseDocument } from 'yaml'
import type { Finding } from './finding.ts'
import { withoutInnerFences } from './fence.ts'
import { plainLine } from './plain-line.ts'
import { plainValue } from './plain-value.ts'

interface ReadKeys {
  readonly values: Readonly<Record<string, unknown>>
  readonly lines: Readonly<Record<string, number>>
  readonly unread: readonly string[]
  readonly findings: readonly Finding[]
}

/** `key:` at the left edge and the lines that belong to it. */
interface KeyBlock {
  readonly key: string
  /** 1-based, in the file. */
  readonly line: number
  readonly text: readonly string[]
}

/**
 * Each key on its own, so that one that YAML does not take costs nothing else: as it is, then with its value quoted,
 * then not at all.
 */
export function parseKeys(head: readonly string[]): ReadKeys {
  const values: Record<string, unknown> = Object.create(null)
  const lines: Record<string, number> = Object.create(null)
  const unread: string[] = []
  const findings: Finding[] = []
  const { blocks, strays } = keyBlocks(head)
  for (const { line, text } of strays) findings.push({ code: 'not_a_map', line, key: '', detail: text })
  for (const block of blocks) {
    const { key, line } = block
    const say = (code: Finding['code'], detail = ''): void => void findings.push({ code, line, key, detail })
    if (Object.hasOwn(lines, key)) {
      say('duplicate_key')
      continue
    }
    lines[key] = line
    const asIs = parseBlock(block.text)
    if (asIs.ok && !isProseTakenForMark(block.text, asIs.value)) {
      const isCut = isCutByComment(block.text)
      values[key] = isCut ? (repair(block) ?? asIs.value) : asIs.value
      if (isCut) say('cut_by_comment')
      if (hasHidden(block.text)) say('hidden_characters')
      continue
    }
    const detail = asIs.ok ? 'anchor or tag' : asIs.detail
    const repaired = asIs.ok || !asIs.isBottomless ? repair(block) : undefined
    if (repaired === undefined) {
      unread.push(key)
      say('unreadable_key', detail)
      continue
    }
    values[key] = repaired
    say('repaired', detail)
  }
  return { values, lines, unread, findings }
}

const KEY = /^(?:"([^"]+)"|'([^']+)'|([^\s#"'[\]{},&*!|>%@`-][^:]{0,200}?|-[^\s:][^:]{0,200}?))\s*:(?=[\s\u00a0]|$)/u

function keyBlocks(head: readonly string[]): { blocks: KeyBlock[]; strays: { line: number; text: string }[] } {
  const blocks: (KeyBlock & { text: string[] })[] = []
  const strays: { line: number; text: string }[] = []
  head.forEach((text, index) => {
    // Invisible letters inside a key would make another key of it.
    const match = KEY.exec(text.replaceAll(/[\u200b-\u200d\ufeff]/gu, ''))
    const key = match?.[1] ?? match?.[2] ?? match?.[3]
    if (key !== undefined) return void blocks.push({ key, line: index + 2, text: [text] })
    const last = blocks.at(-1)
    if (last) last.text.push(text)
    else if (text.trim() !== '' && !text.trimStart().startsWith('#')) strays.push({ line: index + 2, text: text.slice(0, 80) })
  })
  return { blocks, strays }
}

/** `isBottomless`: it unfolds without end, which no quotes mend. */
type Parsed = { ok: true; value: unknown } | { ok: false; detail: string; isBottomless?: boolean }

function parseBlock(text: readonly string[]): Parsed {
  const plain = text.length === 1 ? plainLine(text[0] ?? '') : undefined
  if (plain) return { ok: true, value: plain.value }
  // A no-break space behind the colon is a blank to everybody but YAML.
  const source = withoutInnerFences(text)
    .join('\n')
    .replace(/:\u00a0/u, ': ')
  try {
    const document = parseDocument(source, { prettyErrors: false, logLevel: 'silent' })
    const [error] = document.errors
    if (error) return { ok: false, detail: firstWords(error.message) }
    const [pair] = isMap(document.contents) ? document.contents.items : []
    if (!isMap(document.contents) || document.contents.items.length !== 1 || !pair || !isScalar(pair.key)) {
      return { ok: false, detail: 'not one key' }
    }
    const { value: node } = pair
    // 1.10 is a version, not 1.1.
    if (isScalar(node) && typeof node.value === 'number' && String(node.value) !== node.source) return { ok: true, value: node.source }
    const whole: unknown = document.toJS({ maxAliasCount: 20 })
    const value: unknown = typeof whole === 'object' && whole !== null ? Object.values(whole)[0] : undefined
    return { ok: true, value: plainValue(value) }
  } catch (error) {
    return { ok: false, detail: firstWords(error instanceof Error ? error.message : String(error)), isBottomless: true }
  }
}

/** The value as the text it looks like; only where it stands on the key's own line and those indented below it. */
function repair({ text }: KeyBlock): string | undefined {
  const [first = '', ...rest] = text
  if (rest.some((line) => line.trim() !== '' && !/^[ \t]/.test(line))) return undefined
  const value = [first.slice(first.indexOf(':') + 1), ...rest]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
  // An alias or a broken block says nothing as text.
  return value === '' || /^[*&]\S*$/.test(value) || /^[|>][+-]?\d?$/.test(value) ? undefined : unquoted(value)
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/s, '$2')
}

/** `&and more` and `!now do it` are an anchor and a tag to YAML, and their first word is gone. */
function isProseTakenForMark(text: readonly string[], value: unknown): boolean {
  const [first = ''] = text
  return typeof value === 'string' && /^\s*(&|!(?!!))[^\s'"[{|>]+\s+[^\s'"[{|>]/.test(first.slice(first.indexOf(':') + 1))
}

/** ` #` ends a plain value: the rest of a description would be gone. `# ` begins a comment that was meant as one. */
function isCutByComment(text: readonly string[]): boolean {
  const [first = ''] = text
  const value = first.slice(first.indexOf(':') + 1).trim()
  return /\s#\S/.test(value) && !/^["'|>[{]/.test(value)
}

/** Zero-width characters and marks that turn the reading order. */
function hasHidden(text: readonly string[]): boolean {
  return /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\u{e0020}|[\u{e0001}-\u{e007f}]/u.test(text.join('\n'))
}

function firstWords(message: string): string {
  return message.split('\n')[0]?.slice(0, 120) ?? ''
}

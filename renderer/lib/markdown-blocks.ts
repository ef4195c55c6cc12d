import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens } from 'marked'
import { mathExtensions } from './markdown-math.ts'

export interface MarkdownBlock {
  /** Stable for the life of the text: the block's start. */
  readonly key: number
  readonly token: MarkedToken
}

export interface MarkdownStream {
  /** The blocks of the whole text. Settled blocks are the very objects of the call before. `done`: nothing more is coming. */
  update(text: string, done?: boolean): readonly MarkdownBlock[]
}

/** A block longer than this is not parsed anew for every few letters. */
const LONG_BLOCK = 2000

/** Nor before it has grown by this part of itself, so that all its parsing together costs a few times its length. */
const GROWTH = 1 / 2

/** Items of a long list settle in parts of about this length. */
const LIST_PART = 120

/**
 * Parses text that grows at its end. Every block but the last is settled, because nothing that follows can change it;
 * so a call costs the last block only, however long the answer is. A long last block costs less than that: of a list all
 * items but the last settle, a code block needs no parsing, and what any other gained since it was parsed follows it as text.
 */
export function createMarkdownStream(): MarkdownStream {
  let settled: MarkdownBlock[] = []
  let settledText = ''
  let parsed: MarkdownBlock[] = []
  let parsedLength = 0
  /** What is open goes on a list whose first items have settled. */
  let isInList = false

  const settle = (text: string, blocks: MarkdownBlock[], end: number): void => {
    settled = [...settled, ...blocks]
    settledText = text.slice(0, end)
    parsedLength = 0
    isInList = false
  }

  return {
    update(grown, done = true) {
      // The lexer counts a line end as one character.
      const text = grown.includes('\r') ? grown.replaceAll('\r\n', '\n') : grown
      // Compared as a slice: `startsWith` goes letter by letter.
      if (text.slice(0, settledText.length) !== settledText) settle('', (settled = []), 0)
      const start = settledText.length
      const tail = text.slice(start)
      if (!done && tail.length > LONG_BLOCK) {
        const code = openCode(tail)
        if (code) return [...settled, { key: start, token: code }]
        if (parsedLength > 0 && tail.length < parsedLength * (1 + GROWTH))
          return [...settled, ...grownBy(parsed, text, start + parsedLength)]
      }
      // Of a long list's line the letters that came since stand as they are until it ends.
      if (!done && isInList && parsedLength > 0 && !tail.includes('\n', parsedLength))
        return [...settled, ...grownBy(parsed, text, start + parsedLength)]
      parsed = blocksOf(tail, start)
      parsedLength = tail.length
      const last = parsed.at(-1)
      if (!last) return settled
      const open = done || parsedLength <= (isInList ? LIST_PART : LONG_BLOCK) ? undefined : openItem(last)
      if (open) {
        settle(text, [...parsed.slice(0, -1), open.items], open.start)
        isInList = true
        parsed = blocksOf(text.slice(open.start), open.start)
        parsedLength = text.length - open.start
        return [...settled, ...parsed]
      }
      if (parsed.length > 1) {
        settle(text, parsed.slice(0, -1), last.key)
        parsed = [last]
        parsedLength = text.length - last.key
      }
      return [...settled, last]
    },
  }
}

/** A fence that has not closed yet: what follows its first line is code as it stands. */
function openCode(tail: string): Tokens.Code | undefined {
  const [opening, fence, info = ''] = /^(`{3,}(?=[^`\n]*\n)|~{3,}(?!~))([^\n]*)\n/.exec(tail) ?? []
  if (opening === undefined || fence === undefined || new RegExp(`\n {0,3}${fence}`).test(tail)) return undefined
  const text = tail.slice(opening.length)
  return { type: 'code', raw: tail, lang: info.trim(), text: text.endsWith('\n') ? text.slice(0, -1) : text }
}

/** A list without its last item, and where that one starts. Only the last item can still change. */
function openItem({ key, token }: MarkdownBlock): { items: MarkdownBlock; start: number } | undefined {
  if (token.type !== 'list' || token.items.length < 2) return undefined
  const items = token.items.slice(0, -1)
  const raw = items.map((item) => item.raw).join('')
  // Blank lines between items belong to none where the lexer says so; then the place is not known.
  if (!token.raw.startsWith(raw) || !token.raw.slice(raw.length).startsWith(token.items.at(-1)?.raw ?? '\0')) return undefined
  return { items: { key, token: { ...token, raw, items } }, start: key + raw.length }
}

/** Blocks that were parsed a moment ago, and behind them the text that came since. */
function grownBy(blocks: readonly MarkdownBlock[], text: string, from: number): readonly MarkdownBlock[] {
  const raw = text.slice(from)
  const last = blocks.at(-1)
  if (raw.trim() === '') return blocks
  const added = { type: 'text' as const, raw, text: raw, escaped: false }
  if (last?.token.type === 'list' && !raw.includes('\n')) {
    const items = last.token.items.map((item, index, all) => (index < all.length - 1 ? item : { ...item, tokens: [...item.tokens, added] }))
    return [...blocks.slice(0, -1), { key: last.key, token: { ...last.token, raw: last.token.raw + raw, items } }]
  }
  if (last?.token.type === 'paragraph' && !raw.includes('\n\n')) {
    const token = { ...last.token, raw: last.token.raw + raw, tokens: [...last.token.tokens, added] }
    return [...blocks.slice(0, -1), { key: last.key, token }]
  }
  return [...blocks, { key: from, token: { type: 'html', raw, text: raw, block: true, pre: false } }]
}

function blocksOf(text: string, start: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let offset = start
  for (const token of lexed(text)) {
    if (token.type !== 'space' && isKnown(token)) blocks.push({ key: offset, token })
    offset += token.raw.length
  }
  return blocks
}

/** Words set in italics or bold are looked for over this many characters: without an end each sign would read all that follows. */
const LONGEST_EMPHASIS = 1000

class BoundedTokenizer extends Tokenizer {
  override emStrong(src: string, maskedSrc: string, prevChar?: string): Tokens.Em | Tokens.Strong | undefined {
    const masked = maskedSrc.slice(maskedSrc.length - src.length).slice(0, LONGEST_EMPHASIS)
    return super.emStrong(src.slice(0, LONGEST_EMPHASIS), masked, prevChar)
  }
}

function lexed(text: string): readonly Token[] {
  try {
    return new Lexer({ gfm: true, extensions: mathExtensions, tokenizer: new BoundedTokenizer() }).lex(text)
  } catch (error) {
    // Thousands of levels inside each other: the lexer runs out of stack, the reader gets the text.
    if (error instanceof RangeError) return [{ type: 'html', raw: text, text, block: true, pre: false }]
    throw error
  }
}

const KNOWN: ReadonlySet<string> = new Set([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'list_item',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
])

/** Tokens of extensions do not occur: ours make tokens the lexer has already. */
export function isKnown(token: Token): token is MarkedToken {
  return KNOWN.has(token.type)
}

import { Lexer, type MarkedToken, type Token } from 'marked'

export interface MarkdownBlock {
  /** Stable for the life of the text: the block's start. */
  readonly key: number
  readonly token: MarkedToken
}

export interface MarkdownStream {
  /** The blocks of the whole text. Settled blocks are the very objects of the call before. */
  update(text: string): readonly MarkdownBlock[]
}

/**
 * Parses text that grows at its end. Every block but the last is settled, because nothing that follows can change it;
 * so a call costs the last block only, however long the answer is.
 */
export function createMarkdownStream(): MarkdownStream {
  let settled: MarkdownBlock[] = []
  let settledText = ''

  return {
    update(grown) {
      // The lexer counts a line end as one character.
      const text = grown.includes('\r') ? grown.replaceAll('\r\n', '\n') : grown
      if (!text.startsWith(settledText)) {
        settled = []
        settledText = ''
      }
      const open = blocksOf(text.slice(settledText.length), settledText.length)
      const last = open.at(-1)
      if (open.length > 1 && last) {
        settled = [...settled, ...open.slice(0, -1)]
        settledText = text.slice(0, last.key)
      }
      return last ? [...settled, last] : settled
    },
  }
}

function blocksOf(text: string, start: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let offset = start
  for (const token of new Lexer({ gfm: true }).lex(text)) {
    if (token.type !== 'space' && isKnown(token)) blocks.push({ key: offset, token })
    offset += token.raw.length
  }
  return blocks
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

/** Tokens of extensions do not occur: none is installed. */
export function isKnown(token: Token): token is MarkedToken {
  return KNOWN.has(token.type)
}

/** An address a person may be sent to; anything else stays text. */
export function safeHref(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

import type { MarkedToken, Token } from 'marked'
import { h, type VNode } from 'vue'
import { isKnown, safeHref } from '../../../lib/markdown-blocks.ts'

type Piece = VNode | string

/** Inline tokens as VNodes: text stays text, nothing is loaded, and only web and mail addresses become links. */
export function inline(tokens: readonly Token[] | undefined): Piece[] {
  return (tokens ?? []).filter(isKnown).flatMap(piece)
}

function piece(token: MarkedToken): Piece[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [h(token.type, inline(token.tokens))]
    case 'codespan':
      return [h('code', { class: 'code-span' }, token.text)]
    case 'br':
      return [h('br')]
    case 'link':
      return link(token.href, inline(token.tokens))
    case 'image':
      // A remote picture would tell its server that the answer was read.
      return link(token.href, [token.text || token.href])
    case 'checkbox':
      return [token.checked ? '☑ ' : '☐ ']
    case 'text':
      return token.tokens ? inline(token.tokens) : [unescaped(token.text)]
    case 'escape':
      return [unescaped(token.text)]
    default:
      return [token.raw]
  }
}

function link(address: string, content: Piece[]): Piece[] {
  const href = safeHref(address)
  if (!href) return content
  return [h('a', { href, title: href, target: '_blank', rel: 'noopener noreferrer' }, content)]
}

/** The entities Markdown writers use; any other stays as written. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

function unescaped(text: string): string {
  return text.includes('&') ? text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity) : text
}

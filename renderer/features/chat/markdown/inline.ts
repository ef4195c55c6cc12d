import type { MarkedToken, Token } from 'marked'
import { h, type VNode } from 'vue'
import { isKnown } from '../../../lib/markdown-blocks.ts'
import { fileOf, safeLink, saysWhereTo } from '../../../lib/markdown-links.ts'
import { formulaOf } from '../../../lib/markdown-math.ts'
import { orderedText, visibleText } from '../../../lib/visible-text.ts'
import FileLink from '../FileLink.vue'
import Formula from './Formula.vue'
import ImageLink from './ImageLink.vue'

type Piece = VNode | string

/** Deeper than anybody writes; what lies below stands as it was written. */
const DEEPEST = 20

/** Inline tokens as VNodes: text stays text, nothing is loaded, and only web and mail addresses become links. */
export function inline(tokens: readonly Token[] | undefined, depth = 0): Piece[] {
  return (tokens ?? []).filter(isKnown).flatMap((token) => (depth > DEEPEST ? [orderedText(token.raw)] : piece(token, depth + 1)))
}

function piece(token: MarkedToken, depth: number): Piece[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [h(token.type, inline(token.tokens, depth))]
    case 'codespan':
      return [codeSpan(token)]
    case 'br':
      return [h('br')]
    case 'link':
      return link(token.href, token.text, inline(token.tokens, depth))
    case 'image':
      return [image(token.href, token.text)]
    case 'checkbox':
      return [token.checked ? '☑ ' : '☐ ']
    case 'text':
      return token.tokens ? inline(token.tokens, depth) : [orderedText(unescaped(token.text))]
    case 'escape':
      return [orderedText(unescaped(token.text))]
    default:
      return [orderedText(token.raw)]
  }
}

function codeSpan(token: { readonly raw: string; readonly text: string }): VNode {
  const tex = formulaOf(token)
  if (tex !== undefined) return h(Formula, { tex, written: visibleText(token.raw) })
  const code = h('code', { class: 'code-span' }, visibleText(token.text))
  const file = fileOf(token.text)
  return file ? h(FileLink, file, () => code) : code
}

/** Where it leads stands behind words that do not say it. */
function link(address: string, words: string, content: Piece[]): Piece[] {
  const safe = safeLink(address)
  if (!safe) return content
  const drawn = h('a', { href: safe.href, title: safe.href, target: '_blank', rel: 'noopener noreferrer' }, content)
  return saysWhereTo(words, safe) ? [drawn] : [drawn, h('span', { class: 'host' }, ` (${visibleText(safe.host)})`)]
}

function image(address: string, words: string): Piece {
  const safe = safeLink(address)
  return safe ? h(ImageLink, { ...safe, words: orderedText(words) }) : orderedText(words || address)
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

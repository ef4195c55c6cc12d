import type { MarkedToken, Token, Tokens } from 'marked'
import { defineComponent, h, type VNode } from 'vue'
import { isKnown } from '../../../lib/markdown-blocks.ts'
import { orderedText } from '../../../lib/visible-text.ts'
import CodeBlock from './CodeBlock.vue'
import Formula from './Formula.vue'
import { inline } from './inline.ts'

type Drawn = VNode | string

/** Deeper than anybody writes; what lies below stands as it was written. */
const DEEPEST = 20

interface Place {
  readonly depth: number
  /** Nothing more is coming: its code may be coloured. */
  readonly settled: boolean
}

/** One block of Markdown. Drawn again only when its token is another object, so settled blocks cost nothing. */
export const MarkdownBlock = defineComponent(
  (props: { token: MarkedToken; settled: boolean }) => () => block(props.token, { depth: 0, settled: props.settled }),
  { props: ['token', 'settled'] },
)

function block(token: MarkedToken, place: Place): Drawn | null {
  switch (token.type) {
    case 'heading':
      // The window's own title is the h1; an answer's headings begin below it.
      return h(`h${Math.min(6, token.depth + 1)}`, { class: `heading level-${token.depth}` }, inline(token.tokens))
    case 'paragraph':
      return h('p', inline(token.tokens))
    case 'text':
      return h('span', token.tokens ? inline(token.tokens) : [orderedText(token.text)])
    case 'code':
      return codeBlock(token, place)
    case 'blockquote':
      return h('blockquote', blocks(token.tokens, place))
    case 'list':
      return list(token, place)
    case 'table':
      return table(token)
    case 'hr':
      return h('hr')
    case 'html':
      return h('p', { class: 'raw' }, orderedText(token.text.trimEnd()))
    case 'space':
    case 'def':
      return null
    default:
      return h('p', inline([token]))
  }
}

function codeBlock({ raw, lang = '', text }: Tokens.Code, { settled }: Place): VNode {
  if (lang !== 'math') return h(CodeBlock, { text, info: lang, settled })
  return h(Formula, { tex: text, written: raw.trim(), display: true })
}

function blocks(tokens: readonly Token[], { depth, settled }: Place): Drawn[] {
  if (depth > DEEPEST) return [h('p', { class: 'raw' }, orderedText(tokens.map(({ raw }) => raw).join('')))]
  return tokens.filter(isKnown).flatMap((token) => block(token, { depth: depth + 1, settled }) ?? [])
}

function list(token: Tokens.List, place: Place): VNode {
  const attributes = token.ordered && token.start !== '' && token.start !== 1 ? { start: token.start } : {}
  return h(
    token.ordered ? 'ol' : 'ul',
    attributes,
    token.items.map((item) => h('li', { class: { task: item.task } }, blocks(item.tokens, place))),
  )
}

function table(token: Tokens.Table): VNode {
  const cell = (tag: 'th' | 'td', { tokens, align }: Tokens.TableCell): VNode =>
    h(tag, { style: align ? { textAlign: align } : undefined, scope: tag === 'th' ? 'col' : undefined }, inline(tokens))
  return h('div', { class: 'table', tabindex: 0, role: 'group' }, [
    h('table', [
      h('thead', [
        h(
          'tr',
          token.header.map((each) => cell('th', each)),
        ),
      ]),
      h(
        'tbody',
        token.rows.map((row) =>
          h(
            'tr',
            row.map((each) => cell('td', each)),
          ),
        ),
      ),
    ]),
  ])
}

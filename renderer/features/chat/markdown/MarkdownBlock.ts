import type { MarkedToken, Token, Tokens } from 'marked'
import { defineComponent, h, type VNode } from 'vue'
import { isKnown } from '../../../lib/markdown-blocks.ts'
import CodeBlock from './CodeBlock.vue'
import { inline } from './inline.ts'

type Drawn = VNode | string

/** One block of Markdown. Drawn again only when its token is another object, so settled blocks cost nothing. */
export const MarkdownBlock = defineComponent((props: { token: MarkedToken }) => () => block(props.token), { props: ['token'] })

function block(token: MarkedToken): Drawn | null {
  switch (token.type) {
    case 'heading':
      // The window's own title is the h1; an answer's headings begin below it.
      return h(`h${Math.min(6, token.depth + 1)}`, { class: `heading level-${token.depth}` }, inline(token.tokens))
    case 'paragraph':
      return h('p', inline(token.tokens))
    case 'text':
      return h('span', token.tokens ? inline(token.tokens) : [token.text])
    case 'code':
      return h(CodeBlock, { text: token.text, info: token.lang ?? '' })
    case 'blockquote':
      return h('blockquote', blocks(token.tokens))
    case 'list':
      return list(token)
    case 'table':
      return table(token)
    case 'hr':
      return h('hr')
    case 'html':
      return h('p', { class: 'raw' }, token.text.trimEnd())
    case 'space':
    case 'def':
      return null
    default:
      return h('p', inline([token]))
  }
}

function blocks(tokens: readonly Token[]): Drawn[] {
  return tokens.filter(isKnown).flatMap((token) => block(token) ?? [])
}

function list(token: Tokens.List): VNode {
  const attributes = token.ordered && token.start !== '' && token.start !== 1 ? { start: token.start } : {}
  return h(
    token.ordered ? 'ol' : 'ul',
    attributes,
    token.items.map((item) => h('li', { class: { task: item.task } }, blocks(item.tokens))),
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

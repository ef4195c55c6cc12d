import type { ContentBlock } from './common.ts'

/** The text among the pieces, a line end between two. On its own so that the page need not load the schemas. */
export function contentText(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

import type { MarkdownBlock } from './markdown-blocks.ts'

/** Blocks that stand together in one box. */
export interface MarkdownPart {
  /** Of its first block. */
  readonly key: number
  readonly blocks: readonly MarkdownBlock[]
  /** No block will come to it, and none of its blocks will change. */
  readonly isClosed: boolean
}

/** Letters of source in one part: about a view's height. */
const PART = 1500

/**
 * Puts blocks into parts of about a view's height, so that what grows at the end is laid out and drawn without what stands
 * above. A closed part is the very object of `before` as long as its blocks are. The last block is never in a closed part.
 */
export function partsOf(blocks: readonly MarkdownBlock[], before: readonly MarkdownPart[]): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = []
  let from = 0
  while (from < blocks.length) {
    const to = endOfPart(blocks, from)
    const part = { key: blocks[from]?.key ?? 0, blocks: blocks.slice(from, to), isClosed: to < blocks.length }
    const known = before[parts.length]
    parts.push(known?.isClosed && part.isClosed && isSame(known, part) ? known : part)
    from = to
  }
  return parts
}

function endOfPart(blocks: readonly MarkdownBlock[], from: number): number {
  let length = 0
  for (let index = from; index < blocks.length - 1; index += 1) {
    length += blocks[index]?.token.raw.length ?? 0
    if (length >= PART) return index + 1
  }
  return blocks.length
}

function isSame(a: MarkdownPart, b: MarkdownPart): boolean {
  return a.blocks.length === b.blocks.length && a.blocks.every((block, index) => block === b.blocks[index])
}

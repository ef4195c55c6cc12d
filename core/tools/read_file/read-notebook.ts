import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { ContentBlock } from '../../contract/common.ts'
import type { Codec } from '../../media/index.ts'
import { limits } from '../limits.ts'
import { cutHead } from '../text/cut.ts'
import type { ToolContext, ToolResult } from '../types.ts'

const lines = z.union([z.string(), z.array(z.string())]).transform((text) => (typeof text === 'string' ? text : text.join('')))
const output = z.looseObject({
  output_type: z.string(),
  text: lines.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.array(z.string()).optional(),
})
const notebook = z.looseObject({
  cells: z.array(z.looseObject({ cell_type: z.string(), source: lines, outputs: z.array(output).optional() })),
  metadata: z.looseObject({ kernelspec: z.looseObject({ language: z.string().optional() }).optional() }).optional(),
})

export type Notebook = z.output<typeof notebook>
type Cell = Notebook['cells'][number]

/** The text of a `.ipynb` file as a notebook; undefined when it is not one, and then it is read as the JSON it is. */
export function parseNotebook(text: string): Notebook | undefined {
  try {
    return notebook.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

interface Range {
  /** From 1. */
  readonly offset: number
  readonly limit: number
  readonly shown: string
}

/** Cells with what they put out, text and images, from the asked one on until the limit of a result. */
export async function readCells(codec: Codec, book: Notebook, range: Range, context: ToolContext): Promise<ToolResult> {
  const { offset, limit, shown } = range
  const language = book.metadata?.kernelspec?.language
  const content: ContentBlock[] = []
  const wanted = book.cells.slice(offset - 1, offset - 1 + limit)
  let bytes = 0
  let count = 0
  for (const cell of wanted) {
    const blocks = await cellBlocks(cell, { number: offset + count, language, codec, context })
    bytes += blocks.reduce((sum, block) => sum + (block.type === 'text' ? Buffer.byteLength(block.text) : 0), 0)
    if (count > 0 && bytes > limits.read.bytes) break
    content.push(...blocks)
    count += 1
  }
  const total = book.cells.length
  const last = offset + count - 1
  const isWhole = last >= total
  const footer = isWhole ? `(end of notebook, ${total} cells` : `(cells ${offset}-${last} of ${total}; go on with offset=${last + 1}`
  const words: ContentBlock = {
    type: 'text',
    text: `${footer}; the file itself is JSON: change that with edit_file, find its text with grep)`,
  }
  return { content: joined([...content, words]), meta: { path: shown, count, truncated: !isWhole } }
}

interface Place {
  readonly number: number
  readonly language: string | undefined
  readonly codec: Codec
  readonly context: ToolContext
}

async function cellBlocks(cell: Cell, { number, language, codec, context }: Place): Promise<ContentBlock[]> {
  const kind = cell.cell_type === 'code' && language ? `code, ${language}` : cell.cell_type
  const blocks = [words(`[cell ${number}: ${kind}]\n${cut(cell.source, limits.read.bytes / 2)}`)]
  for (const one of cell.outputs ?? []) {
    const said = outputText(one)
    if (said !== '') blocks.push(words(`[output of cell ${number}]\n${cut(stripVTControlCharacters(said), limits.read.outputChars)}`))
    for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp']) {
      const data = lines.safeParse(one.data?.[type]).data
      if (data === undefined) continue
      const read = await codec.image(Buffer.from(data, 'base64'), { sessionDir: context.sessionDir, signal: context.signal })
      blocks.push('ok' in read ? read.ok : words(`[an image of cell ${number} that does not decode]`))
    }
  }
  return blocks
}

/** Plain text before any other form of the same output. */
function outputText({ text, data, ename, evalue, traceback }: z.output<typeof output>): string {
  if (ename !== undefined) return traceback?.join('\n') ?? `${ename}: ${evalue ?? ''}`
  const shown = ['text/plain', 'text/markdown', 'text/html', 'application/json'].find((type) => data?.[type] !== undefined)
  const value = shown === undefined ? undefined : data?.[shown]
  return text ?? lines.safeParse(value).data ?? (value === undefined ? '' : JSON.stringify(value))
}

function words(text: string): ContentBlock {
  return { type: 'text', text: text.toWellFormed() }
}

function cut(text: string, chars: number): string {
  return text.length <= chars ? text : `${cutHead(text, chars)}\n… (cut: ${text.length} characters)`
}

/** Texts that stand next to each other as one. */
function joined(blocks: readonly ContentBlock[]): ContentBlock[] {
  const all: ContentBlock[] = []
  for (const block of blocks) {
    const last = all.at(-1)
    if (block.type === 'text' && last?.type === 'text') all[all.length - 1] = { type: 'text', text: `${last.text}\n${block.text}` }
    else all.push(block)
  }
  return all
}

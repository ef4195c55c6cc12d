import { z } from 'zod'
import type { ContentBlock } from '../contract/common.ts'
import type { McpResult } from '../contract/mcp.ts'
import type { Codec } from '../media/index.ts'

/** Nothing is refused for its shape: what we do not know is told as JSON. */
export const CallResult = z.looseObject({
  content: z.array(z.unknown()).optional().catch(undefined),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
})

export function readResult(answer: z.output<typeof CallResult>): McpResult {
  const { content = [], structuredContent, isError = false } = answer
  return { isError, content, ...(structuredContent !== undefined && { structuredContent }) }
}

const Text = z.looseObject({ type: z.literal('text'), text: z.string() })
const Bytes = z.looseObject({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string().optional().catch(undefined) })
const Link = z.looseObject({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional().catch(undefined) })
const Embedded = z.looseObject({
  type: z.literal('resource'),
  resource: z.looseObject({
    uri: z.string(),
    mimeType: z.string().optional().catch(undefined),
    text: z.string().optional().catch(undefined),
    blob: z.string().optional().catch(undefined),
  }),
})

interface Reading {
  readonly codec: Codec
  readonly sessionDir: string
  readonly signal: AbortSignal
}

/** A result as the model gets it: words in one piece, then images. Structured content that the words do not say is said. */
export async function resultBlocks(result: McpResult, reading: Reading): Promise<{ text: string; images: ContentBlock[] }> {
  const words: string[] = []
  const images: ContentBlock[] = []
  for (const block of result.content) {
    const read = await readBlock(block, reading)
    if (typeof read === 'string') words.push(read)
    else images.push(read)
  }
  const { structuredContent } = result
  if (structuredContent !== undefined && !words.some((text) => saysTheSame(text, structuredContent)))
    words.push(JSON.stringify(structuredContent))
  return { text: words.join('\n'), images }
}

async function readBlock(block: unknown, reading: Reading): Promise<string | ContentBlock> {
  const text = Text.safeParse(block)
  if (text.success) return text.data.text
  const bytes = Bytes.safeParse(block)
  if (bytes.success) {
    const { type, data, mimeType = type } = bytes.data
    return type === 'image' ? image(data, mimeType, reading) : noted(`${mimeType}, not shown`, data)
  }
  const link = Link.safeParse(block)
  if (link.success) return `[resource ${link.data.name ?? ''} ${link.data.uri}]`
  const embedded = Embedded.safeParse(block)
  if (embedded.success) {
    const { uri, mimeType = '', text: content, blob } = embedded.data.resource
    if (content !== undefined) return `[resource ${uri}]\n${content}`
    if (blob !== undefined && mimeType.startsWith('image/')) return image(blob, mimeType, reading)
    return noted(`resource ${uri} ${mimeType}`.trim(), blob ?? '')
  }
  return JSON.stringify(block) ?? ''
}

/** By its bytes, whatever it is called; what is no image that vendors take becomes a line. */
async function image(data: string, mimeType: string, { codec, sessionDir, signal }: Reading): Promise<string | ContentBlock> {
  const read = await codec.image(Buffer.from(data, 'base64'), { sessionDir, signal })
  return 'ok' in read ? read.ok : noted(`${mimeType}, unreadable: ${read.trouble.kind}`, data)
}

function noted(what: string, data: string): string {
  return `[${what}, ${Buffer.byteLength(data, 'base64')} bytes]`
}

function saysTheSame(text: string, structured: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured)
  } catch {
    return false
  }
}

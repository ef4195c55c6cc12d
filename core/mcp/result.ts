import { z } from 'zod'
import { isTooDeep } from '../base/too-deep.ts'
import type { ContentBlock, ToolMeta } from '../contract/common.ts'
import type { McpResult } from '../contract/mcp.ts'
import { keepBlob, readAudioType, type Codec } from '../media/index.ts'
import { plainText } from './plain-text.ts'

/** Of one answer; what is more is told of in a line. */
const MAX_BLOCKS = 1_000
const MAX_IMAGES = 10
const MAX_AUDIO = 5
const MAX_AUDIO_BYTES = 10 * 1024 * 1024
const MAX_LINKS = 100
/** Of all words; the conversation itself takes a part of them and keeps the rest aside. */
const MAX_TEXT_CHARS = 4_000_000
/** Of structured content as a window shows it. */
const MAX_STRUCTURED_CHARS = 100_000

/** Nothing is refused for its shape: what we do not know is told as JSON. */
export const CallResult = z.looseObject({
  content: z.array(z.unknown()).optional().catch(undefined),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
})

export function readResult(answer: z.output<typeof CallResult>): McpResult {
  if (isTooDeep(answer)) return tooDeep
  const { content = [], structuredContent, isError = false } = answer
  return { isError, content, ...(structuredContent !== undefined && { structuredContent }) }
}

const tooDeep: McpResult = { isError: true, content: [{ type: 'text', text: 'The answer of the server is nested too deeply to be read.' }] }

const text = z.string().optional().catch(undefined)
const Text = z.looseObject({ type: z.literal('text'), text: z.string() })
const Bytes = z.looseObject({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: text })
const Link = z.looseObject({
  type: z.literal('resource_link'),
  uri: z.string(),
  name: text,
  title: text,
  description: text,
  mimeType: text,
})
const Embedded = z.looseObject({
  type: z.literal('resource'),
  resource: z.looseObject({ uri: z.string(), mimeType: text, text, blob: text }),
})

type FromServer = NonNullable<ToolMeta['fromServer']>

interface Reading {
  readonly server: string
  readonly codec: Codec
  readonly sessionDir: string
  readonly signal: AbortSignal
}

interface ReadResult {
  /** What the model reads, in one piece. */
  readonly text: string
  readonly images: readonly ContentBlock[]
  readonly fromServer: FromServer
}

/** A result as the model gets it, and what a card shows beside it. Structured content that the words do not say is said. */
export async function resultBlocks(result: McpResult, reading: Reading): Promise<ReadResult> {
  const words: string[] = []
  const images: ContentBlock[] = []
  const fromServer: FromServer = { server: reading.server, audio: [], links: [] }
  for (const block of result.content.slice(0, MAX_BLOCKS)) words.push(...(await readBlock(block, { ...reading, images, fromServer })))
  if (result.content.length > MAX_BLOCKS) words.push(`[${result.content.length - MAX_BLOCKS} more blocks, left out]`)
  const { structuredContent } = result
  if (structuredContent !== undefined) {
    const once = withoutBytes(structuredContent, result.content)
    if (!words.some((one) => saysTheSame(one, structuredContent))) words.push(JSON.stringify(once))
    const shown = JSON.stringify(once, undefined, 2)
    if (shown.length <= MAX_STRUCTURED_CHARS) fromServer.structured = shown
  }
  const whole = words.join('\n')
  const isCut = whole.length > MAX_TEXT_CHARS
  return { text: isCut ? `${whole.slice(0, MAX_TEXT_CHARS).toWellFormed()}\n[cut]` : whole, images, fromServer }
}

type Collecting = Reading & { readonly images: ContentBlock[]; readonly fromServer: FromServer }

/** The words a block comes to; what it shows goes to `images` and `fromServer`. */
async function readBlock(block: unknown, collecting: Collecting): Promise<string[]> {
  const { fromServer } = collecting
  const words = Text.safeParse(block)
  if (words.success) return [words.data.text]
  const bytes = Bytes.safeParse(block)
  if (bytes.success) {
    const { type, data, mimeType = type } = bytes.data
    return type === 'image' ? image(data, mimeType, collecting) : [await audio(data, mimeType, collecting)]
  }
  const link = Link.safeParse(block)
  if (link.success) {
    const { uri, name = uri, title = name, description = '', mimeType = null } = link.data
    if (fromServer.links.length < MAX_LINKS)
      fromServer.links.push({ uri: uri.slice(0, 4_000), name: plainText(title, 300), mimeType: mimeType?.slice(0, 200) ?? null })
    return [`[resource ${[name === uri ? '' : name, uri, description].filter(Boolean).join(' ')}]`]
  }
  const embedded = Embedded.safeParse(block)
  if (embedded.success) {
    const { uri, mimeType = '', text: content, blob = '' } = embedded.data.resource
    if (content !== undefined) return [`[resource ${uri}]\n${content}`]
    if (mimeType.startsWith('image/')) return image(blob, mimeType, collecting)
    if (mimeType.startsWith('audio/')) return [await audio(blob, mimeType, collecting)]
    return [noted(`resource ${uri} ${mimeType}`.trim(), blob)]
  }
  return [JSON.stringify(block) ?? '']
}

/** By its bytes, whatever it is called; what is no image that vendors take becomes a line. */
async function image(data: string, mimeType: string, { codec, sessionDir, signal, images }: Collecting): Promise<string[]> {
  if (images.length >= MAX_IMAGES) return [noted(`${mimeType}, one too many`, data)]
  const read = await codec.image(Buffer.from(data, 'base64'), { sessionDir, signal })
  if (!('ok' in read)) return [noted(`${mimeType}, unreadable: ${read.trouble.kind}`, data)]
  images.push(read.ok)
  return []
}

/** No vendor hears it; the person may. */
async function audio(data: string, mimeType: string, { sessionDir, fromServer }: Collecting): Promise<string> {
  const bytes = Buffer.from(data, 'base64')
  const mediaType = readAudioType(bytes)
  if (!mediaType || bytes.length > MAX_AUDIO_BYTES || fromServer.audio.length >= MAX_AUDIO) return noted(`${mimeType}, not shown`, data)
  fromServer.audio.push({ mediaType, blobId: await keepBlob(sessionDir, bytes), size: bytes.length })
  return noted(`${mediaType}, which the user can play`, data)
}

function noted(what: string, data: string): string {
  return `[${what}, ${Buffer.byteLength(data, 'base64')} bytes]`
}

/** Some send a picture twice: as a block, and its bytes again in the structure. */
function withoutBytes(structured: unknown, blocks: readonly unknown[]): unknown {
  const sent = new Set(blocks.flatMap((block) => Bytes.safeParse(block).data?.data ?? []))
  if (sent.size === 0) return structured
  return JSON.parse(
    JSON.stringify(structured, (_key, value: unknown) =>
      typeof value === 'string' && sent.has(value) ? '[the bytes shown above]' : value,
    ),
  )
}

function saysTheSame(words: string, structured: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(words)) === JSON.stringify(structured)
  } catch {
    return false
  }
}

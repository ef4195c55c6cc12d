import { closest } from '../../base/closest.ts'
import { newId } from '../../base/ids.ts'
import { AppError } from '../../contract/errors.ts'
import type { UserMessage } from '../../contract/messages.ts'
import type { Codec } from '../../media/index.ts'
import { framed } from '../../tools/index.ts'
import type { ResourceMention } from '../../workspace/index.ts'
import type { ProjectServers } from '../project-servers.ts'
import type { ReadPart } from './types.ts'

/** Of one resource; the person sees that it was cut. */
const MAX_CHARS = 100_000
/** A name with so many letters wrong was meant to be another one. */
const NEAR = 2

interface Attaching {
  readonly mention: ResourceMention
  readonly sessionDir: string
  readonly codec: Codec
}

/** Undefined: the words name no server, and none that they nearly name. `AppError('mcp.*')`. */
export async function attachResource(servers: ProjectServers, attaching: Attaching): Promise<UserMessage['attachments'] | undefined> {
  const { server: name, uri } = attaching.mention
  const names = (await servers.list()).map((one) => one.name)
  if (!names.includes(name)) {
    if (closest(name, names, NEAR) === '') return undefined
    throw new AppError('mcp.not_found', { params: { name } })
  }
  const server = await servers.ready(name)
  const parts = await server.content.read(uri, { signal: new AbortController().signal })
  server.content.watch(uri)
  const words: string[] = []
  const images: UserMessage['attachments'][number][] = []
  for (const part of parts) {
    const read = await readPart(part, attaching)
    if (typeof read === 'string') words.push(read)
    else images.push(read)
  }
  const whole = words.join('\n\n')
  const text = whole.length > MAX_CHARS ? `${whole.slice(0, MAX_CHARS).toWellFormed()}\n… (cut)` : whole
  const size = Buffer.byteLength(text)
  const told = { attachmentId: newId(), name: `${name}:${uri}`, size, text: framed(`resource ${uri} of MCP server ${name}`, text) }
  return text === '' && images.length > 0 ? images : [told, ...images]
}

async function readPart({ uri, mimeType, text, blob }: ReadPart, { mention, sessionDir, codec }: Attaching) {
  if (text !== undefined) return text
  const bytes = Buffer.from(blob ?? '', 'base64')
  const read = mimeType?.startsWith('image/') ? await codec.image(bytes, { sessionDir }) : undefined
  if (read && 'ok' in read) {
    return { attachmentId: newId(), name: `${mention.server}:${uri}`, size: bytes.length, media: read.ok }
  }
  return `[${mimeType ?? 'bytes'}, ${bytes.length} bytes, not shown]`
}

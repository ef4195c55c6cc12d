import type { MediaBlock } from '../contract/common.ts'
import type { Message } from '../contract/messages.ts'
import type { ModelRequest } from './types.ts'

/** A piece of a message as it is sent. */
export type Piece = { readonly type: 'text'; readonly text: string } | MediaPiece

export interface MediaPiece {
  readonly type: 'media'
  readonly block: MediaBlock
  /** Base64. */
  readonly data: string
}

/** What of its images and documents a request can send. */
export interface Media {
  readonly images: boolean
  readonly documents: boolean
  /** Base64 by blob id, as far as the bytes are there. */
  readonly data: ReadonlyMap<string, string>
}

/** The narrowest bounds of the vendors. */
const bounds = {
  /** Base64 of one image. */
  imageChars: 5 * 1024 * 1024,
  /** Of an image's longer edge: 8,000 alone, but 2,000 once there are more than twenty, and what was sent must stay sendable. */
  edge: 2_000,
  images: 100,
  pages: 100,
  /** Base64 in one request: 32 MB less room for words. */
  requestChars: 28 * 1024 * 1024,
}

/** Loads what the messages refer to: building a request does not wait. */
export async function loadMedia(
  { messages, blobs }: Pick<ModelRequest, 'messages' | 'blobs'>,
  takes: Pick<Media, 'images' | 'documents'>,
): Promise<Media> {
  const data = new Map<string, string>()
  let chars = 0
  for (const block of messages.flatMap(mediaOf)) {
    if (!blobs || chars > bounds.requestChars || data.has(block.blobId)) continue
    if (!(block.type === 'image' ? takes.images : takes.documents)) continue
    const loaded = await blobs(block.blobId)
    if (loaded === undefined) continue
    data.set(block.blobId, loaded)
    chars += loaded.length
  }
  return { ...takes, data }
}

/** Which kinds a request sends. */
export function shownKinds(messages: readonly Message[], { data }: Media): readonly MediaBlock['type'][] {
  return messages.flatMap(mediaOf).flatMap(({ blobId, type }) => (data.has(blobId) ? [type] : []))
}

function mediaOf(message: Message): readonly MediaBlock[] {
  if (message.role === 'tool') return message.content.flatMap((block) => (block.type === 'text' ? [] : [block]))
  if (message.role === 'user') return message.attachments.flatMap(({ media }) => (media ? [media] : []))
  return []
}

/**
 * Shows a request's images and documents, oldest first; what cannot be sent becomes words that say so. What is made of one
 * depends on it and on those before it alone, so a longer history begins with the same bytes.
 */
export function createGallery({ images, documents, data }: Media): (block: MediaBlock) => Piece {
  const sent = { images: 0, pages: 0, chars: 0 }
  return (block) => {
    const isImage = block.type === 'image'
    if (!(isImage ? images : documents)) return leftOut(block, isImage ? 'this model takes no images' : 'this model takes no PDF documents')
    const bytes = data.get(block.blobId)
    if (bytes === undefined) return leftOut(block, 'its bytes are no longer kept')
    if (!isInForm(block, bytes)) return leftOut(block, 'it is not in a form that can be sent')
    const next = {
      images: sent.images + (isImage ? 1 : 0),
      pages: sent.pages + (isImage ? 0 : block.pages),
      chars: sent.chars + bytes.length,
    }
    const hasRoom = next.images <= bounds.images && next.pages <= bounds.pages && next.chars <= bounds.requestChars
    if (!hasRoom) return leftOut(block, 'this conversation already shows as much as one request can carry')
    Object.assign(sent, next)
    return { type: 'media', block, data: bytes }
  }
}

function leftOut(block: MediaBlock, why: string): Piece {
  const what =
    block.type === 'image'
      ? `An image (${block.mediaType.slice('image/'.length)}, ${block.width}×${block.height})`
      : `The PDF document ${JSON.stringify(fileName(block.name))}`
  return { type: 'text', text: `[${what} is left out: ${why}.]` }
}

/** How the base64 of each type begins: a vendor refuses a request whose bytes are not what they are called. */
const beginnings: Readonly<Record<MediaBlock['mediaType'], string>> = {
  'image/png': 'iVBORw0KGgo',
  'image/jpeg': '/9j/',
  'image/gif': 'R0lGOD',
  'image/webp': 'UklGR',
  'application/pdf': 'JVBERi0',
}

function isInForm(block: MediaBlock, data: string): boolean {
  if (!data.startsWith(beginnings[block.mediaType])) return false
  if (block.type === 'document') return block.pages > 0
  const { width, height } = block
  return width > 0 && height > 0 && Math.max(width, height) <= bounds.edge && data.length <= bounds.imageChars
}

/** The words among the pieces. */
export function wordsOf(content: readonly Piece[], between: string): string {
  return content.flatMap((piece) => (piece.type === 'text' ? piece.text : [])).join(between)
}

/** What a document is called: some vendors refuse one without a name. */
export function fileName(name: string): string {
  return name.toWellFormed().trim().slice(0, 200) || 'document.pdf'
}

/** As an address that holds the bytes themselves. */
export function dataUrl({ block, data }: MediaPiece): string {
  return `data:${block.mediaType};base64,${data}`
}

/** For requests that show nothing. */
export const noMedia: Media = { images: false, documents: false, data: new Map() }

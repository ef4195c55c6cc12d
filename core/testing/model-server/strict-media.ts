import { readImageHeader } from '../../media/index.ts'
import { blocksOf, isJson, objects, text } from './read.ts'
import type { Json } from './types.ts'

const MB = 1024 * 1024

interface Place {
  readonly block: Json
  readonly where: string
  /** Inside a result that tells of an error. */
  readonly inError: boolean
}

/** What the Messages API would say of images and documents in these messages; undefined when it takes them. */
export function refusalOfAnthropicMedia(messages: readonly Json[]): string | undefined {
  const all = messages.flatMap((message, at) => placesIn(message['content'], `messages.${at}.content`))
  const images = all.filter(({ block }) => block['type'] === 'image')
  const documents = all.filter(({ block }) => block['type'] === 'document')
  if (images.length > 100) return `messages: Too many images: ${images.length} > 100`
  const pages = documents.reduce((sum, { block }) => sum + countPages(bytesOf(block)), 0)
  if (pages > 100) return 'messages: A maximum of 100 PDF pages may be provided.'
  if (JSON.stringify(messages).length > 32 * MB) return 'request_too_large: Request exceeds the maximum size'
  return (
    images.map((place) => imageRefusal(place, images.length > 20)).find(Boolean) ??
    documents.map((place) => documentRefusal(place)).find(Boolean)
  )
}

function placesIn(content: unknown, path: string, inError = false): readonly Place[] {
  return blocksOf(content).flatMap((block, at): readonly Place[] => {
    const where = `${path}.${at}`
    if (block['type'] === 'tool_result') return placesIn(block['content'], `${where}.tool_result.content`, block['is_error'] === true)
    return block['type'] === 'image' || block['type'] === 'document' ? [{ block, where, inError }] : []
  })
}

function imageRefusal({ block, where, inError }: Place, isMany: boolean): string | undefined {
  if (inError) return `${where}: all content must be type \`text\` if \`is_error\` is true`
  const { type, media_type: mediaType, data } = sourceOf(block)
  if (type !== 'base64') return `${where}.image.source.type: Input should be 'base64'`
  return imageBytesRefusal({ mediaType: text(mediaType), data: text(data), where, edge: isMany ? 2_000 : 8_000 })
}

function documentRefusal({ block, where, inError }: Place): string | undefined {
  if (inError) return `${where}: all content must be type \`text\` if \`is_error\` is true`
  const { type, media_type: mediaType } = sourceOf(block)
  if (type !== 'base64' || mediaType !== 'application/pdf') return `${where}.document.source.media_type: Input should be 'application/pdf'`
  if (block['title'] !== undefined && (text(block['title']) === '' || text(block['title']).length > 500))
    return `${where}.document.title: wrong`
  return countPages(bytesOf(block)) > 0 ? undefined : `${where}.document.source.base64: The PDF specified was not valid.`
}

interface ImageBytes {
  readonly mediaType: string
  readonly data: string
  readonly where: string
  readonly edge: number
}

function imageBytesRefusal({ mediaType, data, where, edge }: ImageBytes): string | undefined {
  if (data.length > 5 * MB) return `${where}: image exceeds 5 MB maximum: ${data.length} bytes > ${5 * MB} bytes`
  const header = readImageHeader(Buffer.from(data, 'base64'))
  if (!header) return `${where}: Could not process image`
  if (header.mediaType !== mediaType) return `${where}: Image does not match the provided media type ${mediaType}`
  if (Math.max(header.width, header.height) > edge)
    return `${where}: At least one of the image dimensions exceed max allowed size${edge < 8_000 ? ' for many-image requests' : ''}: ${edge} pixels`
  return undefined
}

function sourceOf(block: Json): Json {
  return isJson(block['source']) ? block['source'] : {}
}

function bytesOf(block: Json): string {
  return Buffer.from(text(sourceOf(block)['data']), 'base64').toString('latin1')
}

/** Good enough for the plain PDFs of tests. */
function countPages(pdf: string): number {
  return pdf.startsWith('%PDF-') ? (pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0) : 0
}

/** What OpenAI's two APIs would say of one message's parts. */
export function refusalOfParts(content: unknown, where: string): string | undefined {
  return objects(content)
    .map((part, at) => partRefusal(part, `${where}[${at}]`))
    .find(Boolean)
}

function partRefusal(part: Json, where: string): string | undefined {
  switch (part['type']) {
    case 'image_url':
      return urlRefusal(isJson(part['image_url']) ? part['image_url']['url'] : undefined, where)
    case 'input_image':
      return urlRefusal(part['image_url'], where)
    case 'file':
      return fileRefusal(isJson(part['file']) ? part['file'] : {}, where)
    case 'input_file':
      return fileRefusal(part, where)
    default:
      return undefined
  }
}

function urlRefusal(url: unknown, where: string): string | undefined {
  const [, mediaType = '', data = ''] = /^data:(image\/(?:png|jpeg|gif|webp));base64,(.+)$/.exec(text(url)) ?? []
  if (data === '') return `Invalid '${where}.image_url': expected a base64-encoded data URL with an image MIME type.`
  return imageBytesRefusal({ mediaType, data, where, edge: 8_000 })
}

function fileRefusal(file: Json, where: string): string | undefined {
  if (text(file['filename']) === '') return `Missing required parameter: '${where}.filename'.`
  const data = /^data:application\/pdf;base64,(.+)$/.exec(text(file['file_data']))?.[1]
  if (data === undefined) return `Invalid '${where}.file_data': expected a base64-encoded data URL.`
  return countPages(Buffer.from(data, 'base64').toString('latin1')) > 0 ? undefined : `Invalid '${where}': the PDF is not valid.`
}

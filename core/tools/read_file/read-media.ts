import { basename, extname } from 'node:path'
import type { ContentBlock } from '../../contract/common.ts'
import { mediaLimits, type Codec, type MediaTrouble, type PageRange } from '../../media/index.ts'
import type { OpenedFile } from '../../platform/index.ts'
import type { FileKind } from '../files/file-kind.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'

interface MediaFile {
  readonly kind: FileKind
  readonly file: OpenedFile
  readonly shown: string
  /** As the model asked for them: `7` or `2-5`. */
  readonly pages: string | undefined
}

/** An image or a PDF as a block the model looks at, with a line of words for models that cannot. */
export async function readMedia(codec: Codec, media: MediaFile, context: ToolContext): Promise<ToolResult> {
  const { kind, file, shown, pages } = media
  if (file.stats.size > mediaLimits.fileBytes) throw failure(media, { kind: 'too_large' })
  const bytes = await file.handle.readFile()
  const { sessionDir, signal } = context
  if (kind.media === 'pdf') {
    const read = await codec.pdf(bytes, { sessionDir, signal, name: basename(shown), pages: rangeOf(pages) })
    if ('trouble' in read) throw failure(media, read.trouble)
    const { total, ...document } = read.ok
    const some = pages === undefined ? '' : `, pages ${pages} shown`
    return result(shown, `${shown}: a PDF document of ${total} ${total === 1 ? 'page' : 'pages'}${some}`, document)
  }
  const read = await codec.image(bytes, { sessionDir, signal })
  if ('trouble' in read) throw failure(media, read.trouble)
  const { width, height } = read.ok
  return result(shown, `${shown}: ${kind.words}${otherName(shown, kind)}, shown with ${width}×${height} pixels`, read.ok)
}

function result(shown: string, words: string, block: ContentBlock): ToolResult {
  return { content: [{ type: 'text', text: words.toWellFormed() }, block], meta: { path: shown } }
}

function rangeOf(pages: string | undefined): PageRange | undefined {
  if (pages === undefined) return undefined
  const [first = 1, last = first] = pages.split('-').map(Number)
  return { first, last }
}

/** Bytes are believed, not names; a model that goes on with the file should know. */
function otherName(shown: string, { words }: FileKind): string {
  const named = extname(shown).slice(1).toLowerCase()
  if (named === '' || words.toLowerCase().includes(named === 'jpg' ? 'jpeg' : named)) return ''
  return ` (whatever its name says)`
}

function failure({ shown, kind, file }: MediaFile, trouble: MediaTrouble): ToolFailure {
  const what = `${shown} is ${kind.words}`
  switch (trouble.kind) {
    case 'broken':
      return new ToolFailure(`${what}, but it does not decode: it is damaged or cut off.`)
    case 'encrypted':
      return new ToolFailure(`${what} that is locked with a password; it is not read.`)
    case 'too_large':
      return new ToolFailure(`${what} of ${megabytes(file.stats.size)}; up to ${megabytes(mediaLimits.fileBytes)} are read.`)
    case 'too_many_pixels':
      return new ToolFailure(`${what} of more than ${mediaLimits.pixels / 1_000_000} million pixels; it is not read.`)
    case 'timeout':
      return new ToolFailure(`${what} that takes too long to decode; it is not read.`)
    case 'too_many_pages':
      return new ToolFailure(
        `${what} of ${trouble.total} pages; at most ${mediaLimits.pages} are read at once. Give pages, such as "1-20".`,
      )
    case 'no_such_pages':
      return new ToolFailure(`${what} of ${trouble.total} pages; the asked pages are not among them.`)
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`
}

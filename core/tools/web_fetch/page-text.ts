import { detectForm } from '../text/encoding.ts'
import type { FetchedPage } from './web.ts'

export interface PageText {
  /** The title, where the page has one. */
  readonly title: string
  readonly text: string
}

/** A page as text, HTML as Markdown; undefined when it is not text at all. */
export async function pageText({
  url,
  contentType,
  body,
}: Pick<FetchedPage, 'url' | 'contentType' | 'body'>): Promise<PageText | undefined> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const head = body.toString('latin1', 0, 4_096)
  const isHtml = /^(text\/html|application\/xhtml\+xml)$/.test(type) || (type === '' && /^\s*<(!doctype html|html)\b/i.test(head))
  if (!isHtml && !isText(type, body)) return undefined
  const text = decode(body, { contentType, head })
  if (!isHtml) return { title: '', text }
  // Loaded for the first page; most sessions fetch none.
  const { htmlToMarkdown } = await import('./markdown.ts')
  return htmlToMarkdown(text, url)
}

function isText(type: string, body: Buffer): boolean {
  if (type.startsWith('text/')) return true
  if (
    /^(application|image)\/([\w.-]+\+)?(json|xml|yaml|toml|javascript|ecmascript|x-(yaml|sh|javascript|ndjson)|ndjson|graphql|sql)$/.test(
      type,
    )
  )
    return true
  return (type === '' || type === 'application/octet-stream') && body.length > 0 && detectForm(body, { beginningOnly: true }) !== undefined
}

/** By its byte order mark, the header, the page's own word, and at last by what the bytes look like. */
function decode(body: Buffer, { contentType, head }: { contentType: string; head: string }): string {
  const form = detectForm(body, { beginningOnly: true })
  const named =
    /charset\s*=\s*"?'?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  const decoder = (form?.bom ? decoderFor(form.encoding) : undefined) ?? decoderFor(named) ?? decoderFor(form?.encoding)
  return (decoder ?? new TextDecoder()).decode(body)
}

function decoderFor(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch (error) {
    // A name nobody knows.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { createMarkdownWriter } from './markdown-writer.ts'
import type { PageText } from './page-text.ts'

/** Characters parsed at a stretch: a few milliseconds, then others have their turn. */
const SLICE = 64 * 1024

/** What a reader would see of a page, as Markdown: scripts, menus and hidden parts left out, links made absolute. */
export async function htmlToMarkdown(html: string, url: URL): Promise<PageText> {
  const writer = createMarkdownWriter(url)
  const parser = new Parser({ onopentag: writer.open, onclosetag: writer.close, ontext: writer.text })
  for (let at = 0; at < html.length; at += SLICE) {
    parser.write(html.slice(at, at + SLICE))
    await turnOfLoop()
  }
  parser.end()
  return writer.end()
}

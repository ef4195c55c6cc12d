import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { createMarkdownWriter } from './markdown-writer.ts'
import type { PageText } from './page-text.ts'

/** Characters parsed at a stretch: a few milliseconds, then others have their turn. */
const SLICE = 64 * 1024
/** Tags that stand open; browsers open no more than 512. The parser goes through all of them for each that ends. */
const MAX_OPEN = 1_000

/** What a reader would see of a page, as Markdown: scripts, menus and hidden parts left out, links made absolute. */
export async function htmlToMarkdown(html: string, url: URL): Promise<PageText> {
  const writer = createMarkdownWriter(url)
  let open = 0
  const start = (): Parser =>
    new Parser({
      onopentag(name, attributes) {
        open += 1
        writer.open(name, attributes)
      },
      onclosetag(name) {
        open -= 1
        writer.close(name)
      },
      ontext: writer.text,
    })
  let parser = start()
  for (let at = 0; at < html.length; at += SLICE) {
    if (open > MAX_OPEN) {
      parser.end()
      parser = start()
    }
    parser.write(html.slice(at, at + SLICE))
    await turnOfLoop()
  }
  parser.end()
  return writer.end()
}

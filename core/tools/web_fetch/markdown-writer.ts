import { createTableRows } from './table.ts'
import type { PageText } from './page-text.ts'

/** Takes a page's tags in order and writes what stands between them as Markdown. */
export interface MarkdownWriter {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  text(text: string): void
  end(): PageText
}

/** A part of the page under way. */
interface Frame {
  readonly name: string
  /** Finished pieces that stand apart. */
  readonly blocks: string[]
  /** The line under way. */
  inline: string
  /** Makes the parent's text of this one's. */
  readonly finish: (frame: Frame) => { block: string } | { inline: string }
}

const NEVER_SHOWN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'canvas',
  'nav',
  'select',
  'textarea',
  'button',
  'dialog',
])
const BLOCKS = new Set(
  'address article aside body dd details div dl dt fieldset figcaption figure footer form header hgroup html main p section summary'.split(
    ' ',
  ),
)
/** Deeper nesting only says the same again. */
const MAX_FRAMES = 60
/** A main part shorter than this is a page that marks something else so. */
const MIN_MAIN_CHARS = 200

export function createMarkdownWriter(base: URL): MarkdownWriter {
  const root: Frame = { name: '', blocks: [], inline: '', finish: () => ({ block: '' }) }
  const frames: Frame[] = [root]
  /** Names of the open tags that are left out with all they hold. */
  let hidden = 0
  let title: string | undefined
  let isInTitle = false
  let preDepth = 0
  /** What was written last within `pre`; asking the text that grows for its end would copy it each time. */
  let preTail = ''
  let codeLanguage = ''
  let main: { frame: Frame; from: number } | undefined
  let mainText = ''

  const top = (): Frame => frames.at(-1) ?? root
  const flush = (frame = top()): void => {
    const line = frame.inline.trim()
    if (line !== '') frame.blocks.push(line)
    frame.inline = ''
  }
  const push = (name: string, finish: Frame['finish']): void => void frames.push({ name, blocks: [], inline: '', finish })
  const addToPre = (text: string): void => {
    top().inline += text
    preTail = text
  }
  const wrap = (name: string, mark: string): void =>
    push(name, (frame) => {
      const text = flat(frame)
      return { inline: text === '' ? '' : `${mark}${text}${mark}` }
    })

  function openShown(name: string, attributes: Readonly<Record<string, string>>): void {
    if (preDepth > 0 && name !== 'pre') {
      // Spaces and line ends are kept as they are; the tags inside only colour.
      if (name === 'br') addToPre('\n')
      else if (name === 'code') codeLanguage ||= languageOf(attributes)
      return
    }
    if (BLOCKS.has(name)) {
      flush()
      if (!main && (name === 'main' || attributes['role'] === 'main')) main = { frame: top(), from: top().blocks.length }
      return
    }
    if (frames.length > MAX_FRAMES) return
    switch (name) {
      case 'title':
        isInTitle = title === undefined
        break
      case 'br':
        top().inline += '\n'
        break
      case 'hr':
        flush()
        top().blocks.push('---')
        break
      case 'img':
        if (attributes['alt']?.trim()) top().inline += `[image: ${oneLine(attributes['alt'])}]`
        break
      case 'a': {
        const target = linkTarget(attributes['href'], base)
        push(name, (frame) => {
          const text = flat(frame)
          return { inline: text === '' || target === undefined ? text : `[${text}](${target})` }
        })
        break
      }
      case 'strong':
      case 'b':
        wrap(name, '**')
        break
      case 'em':
      case 'i':
        wrap(name, '*')
        break
      case 'code':
      case 'kbd':
      case 'samp':
        wrap(name, '`')
        break
      case 'pre':
        flush()
        preDepth += 1
        preTail = ''
        codeLanguage = languageOf(attributes)
        push(name, (frame) => ({ block: `\`\`\`${codeLanguage}\n${frame.inline.replace(/^\n|\n$/g, '')}\n\`\`\`` }))
        break
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        flush()
        push(name, (frame) => ({ block: flat(frame) === '' ? '' : `${'#'.repeat(Number(name[1]))} ${flat(frame)}` }))
        break
      case 'ul':
      case 'ol':
        flush()
        push(name, (frame) => ({ block: listOf(frame, Number(attributes['start'] ?? 1)) }))
        break
      case 'li':
      case 'blockquote':
        flush()
        push(name, ({ blocks }) => ({ block: name === 'li' ? blocks.join('\n') : quoted(blocks.join('\n\n')) }))
        break
      case 'table':
        flush()
        push(name, ({ blocks }) => ({ block: createTableRows(blocks) }))
        break
      case 'tr':
        push(name, ({ blocks }) => ({ block: `| ${blocks.join(' | ')} |` }))
        break
      case 'th':
      case 'td':
        push(name, (frame) => ({ block: flat(frame).replaceAll('|', '\\|') || ' ' }))
        break
    }
  }

  return {
    open(name, attributes) {
      if (hidden > 0 || isHidden(name, attributes)) {
        // A void tag is closed at once by the parser, so counting stays even.
        hidden += 1
        return
      }
      openShown(name, attributes)
    },
    close(name) {
      if (hidden > 0) {
        hidden -= 1
        return
      }
      if (name === 'title') isInTitle = false
      if (preDepth > 0 && name !== 'pre') {
        // Some highlighters set each line in a block of its own.
        if (BLOCKS.has(name) && !preTail.endsWith('\n')) addToPre('\n')
        return
      }
      if (BLOCKS.has(name)) {
        flush()
        if (name === 'main' && main) {
          mainText ||= joined(main.frame.blocks.slice(main.from))
          main = undefined
        }
        return
      }
      const frame = top()
      if (frame.name !== name || frame === root) return
      if (name === 'pre') preDepth -= 1
      else flushUnlessInline(frame)
      frames.pop()
      const made = frame.finish(frame)
      if ('inline' in made) top().inline += made.inline
      else if (made.block !== '') {
        flush()
        top().blocks.push(made.block)
      }
    },
    text(text) {
      if (hidden > 0) return
      if (isInTitle) title = (title ?? '') + text
      else if (preDepth > 0) addToPre(text)
      else top().inline += text.replaceAll(/\s+/g, ' ')
    },
    end() {
      while (frames.length > 1) this.close(top().name)
      flush(root)
      if (main) mainText ||= joined(main.frame.blocks.slice(main.from))
      const whole = joined(root.blocks)
      return { title: oneLine(title ?? ''), text: mainText.length >= MIN_MAIN_CHARS ? mainText : whole }
    },
  }

  function flushUnlessInline(frame: Frame): void {
    if (frame.blocks.length > 0 || ['li', 'blockquote', 'ul', 'ol', 'table', 'tr'].includes(frame.name)) flush(frame)
  }
}

function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return (
    NEVER_SHOWN.has(name) ||
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes['style'] ?? '')
  )
}

/** All of a frame in one line. */
function flat({ blocks, inline }: Frame): string {
  return oneLine([...blocks, inline].join(' '))
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function joined(blocks: readonly string[]): string {
  return blocks
    .map((block) =>
      block.startsWith('```') ? block : block.replaceAll(/(?<![ \t])[ \t]*\n[ \t]*\n\s*/g, '\n\n').replaceAll(/(?<![ \t])[ \t]+$/gm, ''),
    )
    .join('\n\n')
}

function listOf({ name, blocks }: Frame, start: number): string {
  return blocks
    .map((item, at) => {
      const mark = name === 'ol' ? `${start + at}. ` : '- '
      return mark + item.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
    })
    .join('\n')
}

function quoted(text: string): string {
  return text === '' ? '' : `> ${text.replaceAll('\n', '\n> ')}`
}

function languageOf(attributes: Readonly<Record<string, string>>): string {
  return /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(attributes['class'] ?? '')?.[1] ?? ''
}

/** Places on the page itself and what is not a page are no links. */
function linkTarget(href: string | undefined, base: URL): string | undefined {
  if (href === undefined || href.startsWith('#')) return undefined
  const url = URL.parse(href, base.href)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

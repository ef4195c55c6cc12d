import { asText } from '../frontmatter/index.ts'

/** YAML 1.2 reads `yes` and `on` as words; `undefined` for what is neither yes nor no. */
export function asFlag(value: unknown): boolean | undefined {
  const word = asText(value)?.toLowerCase() ?? ''
  if (['true', 'yes', 'on', '1'].includes(word)) return true
  return ['false', 'no', 'off', '0'].includes(word) ? false : undefined
}

/** Prose; a list is read as its lines. */
export function asProse(value: unknown): string {
  if (Array.isArray(value)) return value.flatMap((item) => asText(item) ?? []).join(' ')
  return asText(value) ?? ''
}

/** The first paragraph that is no heading; of a file of headings the first of them. */
export function firstParagraph(body: string): string {
  const blocks = body.split(/\n\s*\n/).map((block) => block.trim())
  const prose = blocks.map(withoutHeadings).find((block) => block !== '')
  return prose ?? blocks[0]?.replace(/^#+\s*/, '') ?? ''
}

function withoutHeadings(block: string): string {
  return block
    .split('\n')
    .filter((line) => !/^(#{1,6}\s|---|```|<!--)/.test(line.trim()))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

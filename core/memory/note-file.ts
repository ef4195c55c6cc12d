import { createHash } from 'node:crypto'
import { MemoryType } from '../contract/memory.ts'

const SLUG_CHARS = 60
const NAME = new RegExp(`^(${MemoryType.options.join('|')})_[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?\\.md$`)

/** The file of a note: `<type>_<slug>.md`. Whatever the title holds, the name is letters, digits and hyphens. */
export function noteFile(type: MemoryType, title: string): string {
  return `${type}_${slugOf(title)}.md`
}

/** Any other name is no note of ours: it is neither read nor written. */
export function isNoteFile(name: string): boolean {
  return NAME.test(name)
}

/** A title that is not Latin loses its letters; its hash keeps two of them apart. */
function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = trimmed(plain.replaceAll(/[^a-z0-9]+/g, '-'), SLUG_CHARS)
  const lost = /[^\p{ASCII}]/u.test(plain)
  if (!lost && slug !== '') return slug
  const hash = createHash('sha256').update(title.normalize('NFC')).digest('hex').slice(0, 8)
  return slug === '' ? hash : `${trimmed(slug, SLUG_CHARS - 9)}-${hash}`
}

function trimmed(text: string, chars: number): string {
  return text.replace(/^-+/, '').slice(0, chars).replace(/-+$/, '')
}

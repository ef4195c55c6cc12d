import type { Snippet } from '../../../core/contract/sessions.ts'
import { pieces } from '../../lib/snippet-pieces.ts'
import type { PaletteEntry } from './palette-groups.ts'

/** Of what stands before the first found words: a note is cut at its end only. */
const BEFORE = 16

/** What was said around the words, the words marked. */
export function quote(snippet: Snippet): Required<Pick<PaletteEntry, 'note' | 'notePlaces'>> {
  const notePlaces: number[] = []
  let note = '“'
  for (const [index, { text, marked }] of pieces(snippet).entries()) {
    const isLong = index === 0 && !marked && text.length > BEFORE
    const shown = isLong ? `…${text.slice(-BEFORE)}` : text
    if (marked) notePlaces.push(...Array.from(shown, (_, at) => note.length + at))
    note += shown
  }
  return { note: `${note}”`, notePlaces }
}

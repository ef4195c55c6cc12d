import { fuzzyMatch } from '../../lib/fuzzy-match.ts'
import type { IconName } from '../../ui/index.ts'

/** As they stand: what leads on to a search of its own comes last, so that it takes no key from what is found here. */
export const paletteKinds = ['actions', 'commands', 'files', 'sessions', 'settings', 'projects', 'everywhere'] as const
export type PaletteKind = (typeof paletteKinds)[number]

export interface PaletteEntry {
  /** Kind and name, the same the next time. */
  readonly id: string
  readonly kind: PaletteKind
  readonly label: string
  readonly note?: string
  /** Places in the note that are marked. */
  readonly notePlaces?: readonly number[]
  /** Stands at the right. */
  readonly end?: string
  /** Lines, at the right. */
  readonly delta?: { readonly added: number; readonly removed: number }
  readonly icon: IconName
  readonly keys?: string
  /** Found by something else than its name, and ranked already: it stays, in its order. */
  readonly isRanked?: boolean
  run(): void
  /** Puts it into the message instead. */
  attach?(): void
}

export interface FoundEntry extends PaletteEntry {
  readonly places: readonly number[]
}

export interface PaletteGroup {
  readonly kind: PaletteKind | 'recent'
  readonly entries: readonly FoundEntry[]
}

/** The kinds one narrows to, with the sign for each; none means all. */
export const narrowers = ['', '>', '@', '#'] as const

const PREFIXES: Readonly<Record<string, readonly PaletteKind[]>> = {
  '>': ['actions', 'commands'],
  '@': ['files'],
  '#': ['sessions', 'everywhere'],
}
const MOST_OF_A_KIND = 8

/** `>`, `@` and `#` narrow the search to commands, files and sessions. */
export function readQuery(text: string): { readonly kinds: readonly PaletteKind[]; readonly words: string } {
  const kinds = PREFIXES[text.slice(0, 1)]
  return kinds ? { kinds, words: text.slice(1).trim() } : { kinds: paletteKinds, words: text.trim() }
}

/** What fits, by kind, best first; with nothing typed the recently chosen ones stand on top. */
export function paletteGroups(entries: readonly PaletteEntry[], text: string, recent: readonly string[]): readonly PaletteGroup[] {
  const { kinds, words } = readQuery(text)
  const found = entries.filter(({ kind }) => kinds.includes(kind)).flatMap((entry) => fitting(entry, words))
  const used = new Map(recent.map((id, index) => [id, index]))
  const age = ({ id }: PaletteEntry): number => used.get(id) ?? recent.length
  const first =
    words === ''
      ? found
          .filter(({ id }) => used.has(id))
          .toSorted((a, b) => age(a) - age(b))
          .slice(0, 5)
      : []
  const rest = found.filter((entry) => !first.includes(entry))
  const groups = kinds.map((kind) => ({
    kind,
    entries: rest
      .filter((entry) => entry.kind === kind)
      .toSorted((a, b) => b.score - a.score || age(a) - age(b))
      .slice(0, kinds.length === paletteKinds.length ? MOST_OF_A_KIND : 50),
  }))
  return [{ kind: 'recent' as const, entries: first }, ...groups].filter((group) => group.entries.length > 0)
}

function fitting(entry: PaletteEntry, words: string) {
  const match = fuzzyMatch(words, entry.label)
  if (entry.isRanked) return [{ ...entry, score: 0, places: match?.places ?? [] }]
  if (match) return [{ ...entry, ...match }]
  const byNote = entry.note === undefined ? undefined : fuzzyMatch(words, entry.note)
  return byNote && byNote.score > 500 ? [{ ...entry, score: byNote.score - 1000, places: [] }] : []
}

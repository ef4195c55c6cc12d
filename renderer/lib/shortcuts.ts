import { isFreeChord } from './key-chord.ts'

const SESSION_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Where an action listens: `composer`, while the message box has the focus. */
type ShortcutPlace = 'everywhere' | 'home' | 'project' | 'composer'

interface UsualShortcut {
  readonly id: string
  readonly place: ShortcutPlace
  /** A chord; empty: none; twice the same, with a space: pressed twice in a row. */
  readonly keys: string
}

/** Every action of the window that has or may get keys of its own. */
const usual = [
  { id: 'palette', place: 'everywhere', keys: 'Mod+KeyK' },
  { id: 'settings', place: 'everywhere', keys: 'Mod+Comma' },
  { id: 'search', place: 'everywhere', keys: 'Mod+Shift+KeyF' },
  { id: 'openFolder', place: 'home', keys: 'Mod+KeyO' },
  { id: 'new', place: 'project', keys: 'Mod+KeyN' },
  { id: 'sidebar', place: 'project', keys: 'Mod+KeyB' },
  { id: 'panel', place: 'project', keys: 'Mod+KeyJ' },
  { id: 'files', place: 'project', keys: 'Mod+Shift+KeyE' },
  { id: 'nextPane', place: 'project', keys: 'F6' },
  { id: 'previousPane', place: 'project', keys: 'Shift+F6' },
  { id: 'stop', place: 'project', keys: 'Escape' },
  { id: 'rewind', place: 'project', keys: 'Escape Escape' },
  { id: 'board', place: 'project', keys: '' },
  { id: 'steer', place: 'composer', keys: 'Mod+Enter' },
  { id: 'mode', place: 'composer', keys: 'Shift+Tab' },
  ...SESSION_NUMBERS.map((n) => ({ id: `session${n}` as const, place: 'project' as const, keys: `Mod+Digit${n}` })),
] as const satisfies readonly UsualShortcut[]

export type ShortcutId = (typeof usual)[number]['id']
/** Keys by action; an empty text: none. */
export type Bindings = ReadonlyMap<ShortcutId, string>

export const shortcutIds: readonly ShortcutId[] = usual.map(({ id }) => id)
const usualBindings: Bindings = new Map(usual.map(({ id, keys }) => [id, keys]))

/** Go to the first session of the list, the second, … */
export const sessionShortcuts: readonly ShortcutId[] = SESSION_NUMBERS.map((n) => `session${n}` as const)

/** The person's own over the usual ones. What is written by hand and could not be recorded counts as not written. */
export function bindingsOf(own: Readonly<Record<string, string>>): Bindings {
  return new Map(
    usual.map(({ id, keys }) => {
      const wanted = own[id]
      return [id, wanted !== undefined && (wanted === '' || isFreeChord(wanted)) ? wanted : keys]
    }),
  )
}

/** What the person's own keys are after `id` got `keys`; undefined: the usual ones again. */
export function withKeys(own: Readonly<Record<string, string>>, id: ShortcutId, keys: string | undefined): Record<string, string> {
  const { [id]: _, ...others } = own
  return keys === undefined || keys === usualBindings.get(id) ? others : { ...others, [id]: keys }
}

/** Another action that listens to the same keys where this one does. */
export function rivalOf(id: ShortcutId, bindings: Bindings): ShortcutId | undefined {
  const keys = bindings.get(id)
  if (!keys) return undefined
  return shortcutIds.find((other) => other !== id && bindings.get(other) === keys && meet(id, other))
}

/** Home and a project are never on the screen together. */
function meet(one: ShortcutId, other: ShortcutId): boolean {
  const places = usual.filter(({ id }) => id === one || id === other).map(({ place }) => place)
  return !places.includes('home') || places.every((place) => place === 'home' || place === 'everywhere')
}

/** What a browser does itself with a key before a page hears of it. */
export function isKeptByBrowser(keys: string): boolean {
  return /^Mod\+(Key[NTW]|Digit[1-9])$/.test(keys)
}

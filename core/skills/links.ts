import { realpathSync } from 'node:fs'
import { isInside } from '../permission/index.ts'
import type { SkillRoot } from './roots.ts'
import type { LinkConsents, LinkOut } from './types.ts'

/** Real paths that links may lead to without a word, and those whose skills are listed anyway. */
export interface Places {
  readonly within: readonly string[]
  readonly listed: readonly string[]
}

export function placesOf({ within, listed }: SkillRoot): Places {
  const real = (places: readonly string[]): string[] => places.map((place) => realPath(place) ?? place)
  return { within: real(within), listed: real(listed) }
}

/** Undefined: it leads nowhere, or in a circle. */
export function realPath(place: string): string | undefined {
  try {
    return realpathSync.native(place)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

type Seen = LinkOut & { readonly isAllowed: boolean }

/** Where a link leads, as far as that may be followed. */
export type Led =
  | { readonly kind: 'folder'; readonly real: string; readonly places: Places; readonly linkOut?: LinkOut; readonly out?: Seen }
  /** Nobody allowed it. */
  | { readonly kind: 'held'; readonly out: Seen }
  | { readonly kind: 'broken'; readonly out?: undefined }
  /** What it leads to is listed by itself. */
  | { readonly kind: 'listed'; readonly out?: undefined }

/** `link`: the real path of its folder, and its name. */
export function leadsTo(link: string, { places, consents }: { places: Places; consents: LinkConsents }): Led {
  const real = realPath(link)
  if (real === undefined) return { kind: 'broken' }
  const [within, listed] = [closest(real, places.within), closest(real, places.listed)]
  if (listed.length > within.length) return { kind: 'listed' }
  if (within !== '') return { kind: 'folder', real, places }
  const isAllowed = consents.isAllowed(link, real)
  const out = { link, target: real, isAllowed }
  if (!isAllowed) return { kind: 'held', out }
  // From here on it is that folder which links may not leave.
  return { kind: 'folder', real, places: { ...places, within: [real] }, linkOut: { link, target: real }, out }
}

/** The innermost of the places it lies in; empty: in none. A project may lie in a root of the person's, or hold it. */
function closest(real: string, places: readonly string[]): string {
  return places.reduce((best, place) => (isInside(real, place) && place.length > best.length ? place : best), '')
}

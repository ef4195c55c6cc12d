import { readdirSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../contract/errors.ts'
import { leadsTo, placesOf, realPath, type Led, type Places } from './links.ts'
import type { SkillRoot } from './roots.ts'
import { currentStamp, type Stamp } from './stamps.ts'
import type { LinkConsents, LinkOut } from './types.ts'

const MAX_DEPTH = 5
const MAX_FOLDERS = 2_000
/** Folders looked into, or files read, before others get their turn. */
export const SLICE = 32
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.staging', '.previous'])

/** A folder with a SKILL.md, or something in its place that cannot be one. */
export interface Candidate {
  readonly id: string
  /** Real path. */
  readonly folder: string
  readonly file: string
  readonly linkOut?: LinkOut
  readonly problem?: AppError
}

export interface Found {
  readonly candidates: readonly Candidate[]
  /** Of the folders that a new skill would show in. */
  readonly stamps: Map<string, Stamp>
  /** Links that lead out, and whether they were followed. */
  readonly outs: readonly (LinkOut & { readonly isAllowed: boolean })[]
}

interface Folder {
  readonly path: string
  readonly real: string
  readonly depth: number
  readonly places: Places
  /** The link out it lies behind. */
  readonly linkOut?: LinkOut
}

/**
 * Skill folders below a root; what lies inside a skill folder is its own business. Synchronous in slices: two thousand folders
 * take a tenth of a second, and five times as long through the thread pool.
 */
export async function findSkills(root: SkillRoot, consents: LinkConsents): Promise<Found> {
  const stamps = new Map<string, Stamp>([[root.path, currentStamp(root.path)]])
  const candidates: Candidate[] = []
  const outs: Found['outs'][number][] = []
  const found = { candidates, stamps, outs }
  const places = placesOf(root)
  const led = leadsTo(ownPlace(root.path), { places, consents })
  if (led.out) outs.push(led.out)
  if (led.kind === 'held') candidates.push(heldAt(root.path, led))
  if (led.kind !== 'folder') return found
  const seen = new Set([led.real])
  let level: Folder[] = [{ path: root.path, depth: 0, ...led }]
  while (level.length > 0) {
    const next: Folder[] = []
    for (const [index, at] of level.entries()) {
      if (index % SLICE === SLICE - 1) await setImmediate()
      const { stamp, found: skill, folders, problems, out } = lookInto(at, consents)
      if (stamp) stamps.set(...stamp)
      outs.push(...out)
      candidates.push(...problems, ...(skill ? [skill] : []))
      for (const folder of folders) {
        if (seen.has(folder.real)) continue
        if (seen.size > MAX_FOLDERS) return { ...found, candidates: [...candidates, tooMany(root.path)] }
        seen.add(folder.real)
        next.push(folder)
      }
    }
    level = next
  }
  return found
}

/** A root that is a link, or lies behind one. */
function ownPlace(root: string): string {
  return path.join(realPath(path.dirname(root)) ?? path.dirname(root), path.basename(root))
}

interface Looked {
  /** Undefined of a skill: its SKILL.md tells. */
  readonly stamp?: readonly [string, Stamp]
  readonly found?: Candidate
  readonly folders: readonly Folder[]
  readonly problems: readonly Candidate[]
  readonly out: Found['outs']
}

function lookInto(at: Folder, consents: LinkConsents): Looked {
  const { path: folder, real, depth } = at
  const stamp = [folder, currentStamp(folder)] as const
  const entries = entriesOf(folder).sort((a, b) => (a.name < b.name ? -1 : 1))
  const file = entries.find(({ name }) => name === 'SKILL.md') ?? entries.find(({ name }) => name.toLowerCase() === 'skill.md')
  if (file && depth > 0) return { folders: [], problems: [], ...skillAt(at, { name: file.name, isLink: file.isSymbolicLink(), consents }) }
  const folders: Folder[] = []
  const problems: Candidate[] = []
  const out: LinkOutSeen[] = []
  if (depth >= MAX_DEPTH) return { stamp, folders, problems, out }
  for (const entry of entries) {
    if (SKIPPED.has(entry.name) || !(entry.isDirectory() || entry.isSymbolicLink())) continue
    const inner = path.join(folder, entry.name)
    const next = { path: inner, depth: depth + 1, places: at.places, ...(at.linkOut && { linkOut: at.linkOut }) }
    if (!entry.isSymbolicLink()) {
      folders.push({ ...next, real: path.join(real, entry.name) })
      continue
    }
    const led = leadsTo(path.join(real, entry.name), { places: at.places, consents })
    if (led.out) out.push(led.out)
    if (led.kind === 'folder') folders.push({ ...next, ...led })
    else if (led.kind === 'held') problems.push(heldAt(inner, led))
    else if (led.kind === 'broken') problems.push({ ...named(inner), problem: new AppError('skill.link_broken') })
  }
  return { stamp, folders, problems, out }
}

/** Empty of a folder nobody may look into, or that has just gone. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

type LinkOutSeen = Found['outs'][number]

function skillAt(
  { path: folder, real, places, linkOut }: Folder,
  { name, isLink, consents }: { name: string; isLink: boolean; consents: LinkConsents },
): Pick<Looked, 'found' | 'out'> {
  const at = { id: idOf(folder), folder: real, file: path.join(folder, name), ...(linkOut && { linkOut }) }
  if (!isLink) return { found: at, out: [] }
  const led = leadsTo(path.join(real, name), { places, consents })
  const out = led.out ? [led.out] : []
  if (led.kind === 'held') return { found: { ...at, ...linkOutOf(led) }, out }
  if (led.kind === 'broken') return { found: { ...at, problem: new AppError('skill.link_broken') }, out }
  return { found: led.kind === 'folder' && led.linkOut ? { ...at, linkOut: led.linkOut } : at, out }
}

function heldAt(place: string, led: Extract<Led, { kind: 'held' }>): Candidate {
  return { ...named(place), ...linkOutOf(led) }
}

function linkOutOf({ out }: Extract<Led, { kind: 'held' }>): Pick<Candidate, 'linkOut' | 'problem'> {
  return { linkOut: out, problem: new AppError('skill.link_out', { params: { target: out.target } }) }
}

function named(place: string): Candidate {
  return { id: idOf(place), folder: place, file: place }
}

function idOf(place: string): string {
  return path.basename(place).normalize('NFC')
}

function tooMany(root: string): Candidate {
  return { ...named(root), problem: new AppError('skill.too_many', { params: { limit: MAX_FOLDERS } }) }
}

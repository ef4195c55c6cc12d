import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import { isInside } from '../permission/index.ts'
import type { SkillRoot } from './roots.ts'
import { currentStamp, type Stamp } from './stamps.ts'

const MAX_DEPTH = 5
const MAX_FOLDERS = 2_000
/** Folders looked into at once. */
const WIDTH = 64
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.staging', '.previous'])

/** A folder with a SKILL.md, or something in its place that cannot be one. */
export interface Candidate {
  readonly id: string
  /** Real path. */
  readonly folder: string
  readonly file: string
  readonly problem?: AppError
}

export interface Found {
  readonly candidates: readonly Candidate[]
  /** Of the folders that a new skill would show in. */
  readonly stamps: Map<string, Stamp>
}

interface Folder {
  readonly path: string
  readonly real: string
  readonly depth: number
}

/** Skill folders below a root; what lies inside a skill folder is its own business. */
export async function findSkills({ path: root, boundary }: SkillRoot): Promise<Found> {
  const stamps = new Map<string, Stamp>([[root, currentStamp(root)]])
  const candidates: Candidate[] = []
  const real = await realpath(root).catch(() => undefined)
  const top = boundary === undefined ? undefined : await realpath(boundary).catch(() => boundary)
  if (real === undefined) return { candidates, stamps }
  if (top !== undefined && !isInside(real, top)) {
    candidates.push({ id: path.basename(root), folder: root, file: root, problem: linkOut(real) })
    return { candidates, stamps }
  }
  const seen = new Set([real])
  let level: Folder[] = [{ path: root, real, depth: 0 }]
  while (level.length > 0) {
    const next: Folder[] = []
    for (let at = 0; at < level.length; at += WIDTH) {
      const looked = await Promise.all(level.slice(at, at + WIDTH).map((folder) => lookInto(folder, top)))
      for (const { stamp, candidate, folders, problems } of looked) {
        if (stamp) stamps.set(...stamp)
        candidates.push(...problems, ...(candidate ? [candidate] : []))
        for (const folder of folders) {
          if (seen.has(folder.real)) continue
          if (seen.size > MAX_FOLDERS) return { candidates: [...candidates, tooMany(root)], stamps }
          seen.add(folder.real)
          next.push(folder)
        }
      }
    }
    level = next
  }
  return { candidates, stamps }
}

interface Looked {
  /** Undefined of a skill: its SKILL.md tells. */
  readonly stamp?: readonly [string, Stamp]
  readonly candidate?: Candidate
  readonly folders: readonly Folder[]
  readonly problems: readonly Candidate[]
}

async function lookInto({ path: folder, real, depth }: Folder, boundary: string | undefined): Promise<Looked> {
  const stamp = [folder, currentStamp(folder)] as const
  const entries = (await readdir(folder, { withFileTypes: true }).catch(() => [])).sort((a, b) => (a.name < b.name ? -1 : 1))
  const file = entries.find(({ name }) => name === 'SKILL.md') ?? entries.find(({ name }) => name.toLowerCase() === 'skill.md')
  if (file && depth > 0) {
    const candidate = await candidateOf({ folder, real, name: file.name, isLink: file.isSymbolicLink() }, boundary)
    return { candidate, folders: [], problems: [] }
  }
  const folders: Folder[] = []
  const problems: Candidate[] = []
  if (depth >= MAX_DEPTH) return { stamp, folders, problems }
  for (const entry of entries) {
    if (SKIPPED.has(entry.name) || !(entry.isDirectory() || entry.isSymbolicLink())) continue
    const inner = path.join(folder, entry.name)
    const led = await leadsTo(entry, { inner, real }, boundary)
    if (typeof led === 'string') folders.push({ path: inner, real: led, depth: depth + 1 })
    else problems.push({ id: entry.name.normalize('NFC'), folder: inner, file: inner, problem: led })
  }
  return { stamp, folders, problems }
}

async function leadsTo(
  entry: Dirent,
  { inner, real }: { inner: string; real: string },
  boundary: string | undefined,
): Promise<string | AppError> {
  if (!entry.isSymbolicLink()) return path.join(real, entry.name)
  const target = await realpath(inner).catch(() => undefined)
  if (target === undefined) return new AppError('skill.link_broken')
  return boundary === undefined || isInside(target, boundary) ? target : linkOut(target)
}

async function candidateOf(
  { folder, real, name, isLink }: { folder: string; real: string; name: string; isLink: boolean },
  boundary: string | undefined,
): Promise<Candidate> {
  const at = { id: path.basename(folder).normalize('NFC'), folder: real, file: path.join(folder, name) }
  if (!isLink) return at
  const target = await realpath(at.file).catch(() => undefined)
  if (target === undefined) return { ...at, problem: new AppError('skill.link_broken') }
  return boundary === undefined || isInside(target, boundary) ? at : { ...at, problem: linkOut(target) }
}

function linkOut(target: string): AppError {
  return new AppError('skill.link_out', { params: { target } })
}

function tooMany(root: string): Candidate {
  return { id: path.basename(root), folder: root, file: root, problem: new AppError('skill.too_many', { params: { limit: MAX_FOLDERS } }) }
}

import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { isInside, resolveTarget, ruleForm } from './paths.ts'
import { isNeverWrittenElsewhere, isSecretFile, writeProtection } from './protected-paths.ts'
import type { PermissionRequest, Reason } from './types.ts'

/** `MEWCODE_HOME`, the person's home folder and the temp folder: real paths. */
export interface OwnPlaces {
  readonly home: string
  readonly userHome: string
  readonly temp: string
  /** Folders beside the project that the person added: all in them is as if it lay in the project. Real paths. */
  readonly extraFolders?: readonly string[]
}

/** Where the agent works. */
export function workFolders({ projectRoot }: Pick<PermissionRequest, 'projectRoot'>, { extraFolders = [] }: OwnPlaces): readonly string[] {
  return [projectRoot, ...extraFolders]
}

export interface Target {
  /** As written, against the folder it is looked up in. */
  readonly lexical: string
  /** Where it really leads; undefined when that cannot be told. */
  readonly real: string | undefined
  /** The very file is one that is never written, under another name. */
  readonly isNeverWritten: boolean
  /** A pipe, a device or a socket. */
  readonly isSpecial: boolean
}

/** What layer 2 says of one place. */
export interface PlaceFinding {
  readonly decision: 'ask' | 'deny'
  readonly reason: Reason
  /** `rule`: an allow rule that names the place settles it. `own`: only a person's rule about it. `no`: nothing does. */
  readonly lifted: 'rule' | 'own' | 'no'
}

export type Access = 'read' | 'write'

/** The file tools take a path as it is written; only a shell knows `~`, and goes up from where a link leads. */
export async function resolveWritten(place: string, request: PermissionRequest, own: OwnPlaces): Promise<Target> {
  const lexical = path.resolve(request.projectRoot, place)
  return toTarget(lexical, await resolveTarget(lexical), request, own)
}

/** A word of a shell line that names a file, looked up in `cwd`. */
export async function resolveInShell(place: string, cwd: string, request: PermissionRequest, own: OwnPlaces): Promise<Target> {
  const expanded = place === '~' || place.startsWith('~/') ? path.join(own.userHome, place.slice(1)) : place
  const lexical = path.resolve(cwd, expanded)
  // `~name` is somebody's home folder; which one only the shell knows.
  if (/^~[^/]/.test(place)) return { lexical, real: undefined, isNeverWritten: false, isSpecial: false }
  return toTarget(lexical, await resolveTarget(path.isAbsolute(expanded) ? expanded : `${cwd}${path.sep}${expanded}`), request, own)
}

/** A place only known when the line runs. */
export function unknownTarget(written: string): Target {
  return { lexical: written, real: undefined, isNeverWritten: false, isSpecial: false }
}

async function toTarget(lexical: string, real: string | undefined, request: PermissionRequest, own: OwnPlaces): Promise<Target> {
  if (real === undefined) return { lexical, real, isNeverWritten: false, isSpecial: false }
  const stats = await lstat(real).catch(() => undefined)
  const isSpecial = stats !== undefined && !stats.isFile() && !stats.isDirectory()
  return { lexical, real, isSpecial, isNeverWritten: await isNeverWrittenElsewhere(real, { roots: workFolders(request, own), ...own }) }
}

/** Layer 2 for one place. */
export function judgePlace(target: Target, access: Access, request: PermissionRequest, own: OwnPlaces): PlaceFinding | undefined {
  const { lexical, real, isNeverWritten, isSpecial } = target
  const { projectRoot, sessionDir, mainTree } = request
  const roots = workFolders(request, own)
  const shown = ruleForm(real ?? lexical, projectRoot)
  const finding = (decision: PlaceFinding['decision'], code: Reason['code'], lifted: PlaceFinding['lifted']): PlaceFinding => ({
    decision,
    reason: { code, params: { path: shown } },
    lifted,
  })
  if (real === undefined) return finding('ask', 'permission.unresolved', 'no')
  if (access === 'write') {
    const places = { roots, ...own }
    const protection = writeProtection(real, places) ?? writeProtection(lexical, places)
    if (mainTree !== undefined && isInside(real, mainTree) && !isInside(real, projectRoot))
      return finding('deny', 'permission.main_tree', 'no')
    if (isNeverWritten || protection === 'never_written') return finding('deny', 'permission.never_written', 'no')
    if (protection === 'runs_things') return finding('ask', 'permission.runs_things', 'no')
  } else if (isSecretFile(real) || isSecretFile(lexical)) return finding('ask', 'permission.secret_file', 'own')
  if (isSpecial) return finding('ask', 'permission.special_file', 'rule')
  const readable = access === 'read' ? [sessionDir, ...(mainTree === undefined ? [] : [mainTree]), ...ownReadable(own)] : []
  const isFree = [...roots, own.temp, ...readable].some((folder) => isInside(real, folder))
  return isFree ? undefined : finding('ask', access === 'write' ? 'permission.outside_write' : 'permission.outside_read', 'rule')
}

/** The user's notes, which the prompt lists, and what lies beside the user's skills. */
function ownReadable({ home, userHome }: OwnPlaces): string[] {
  const mine = ['memory', 'skills'].map((folder) => path.join(home, folder))
  return [...mine, ...['.agents/skills', '.claude/skills'].map((folder) => path.join(userHome, folder))]
}

/** Every form a rule that forbids may be written in: both spellings, whole and relative, composed. */
export function allForms({ lexical, real }: Target, root: string): readonly string[] {
  const places = [lexical, real ?? lexical].flatMap((place) => [place, ruleForm(place, root)])
  return [...new Set(places.flatMap((place) => [place, place.normalize('NFC'), place.normalize('NFD')]))]
}

/** The one form a rule that allows is held against: where the place really is. */
export function realForm({ real }: Target, root: string): string | undefined {
  if (real === undefined) return undefined
  const form = ruleForm(real, root)
  // macOS keeps names in pieces whatever was typed.
  return process.platform === 'darwin' ? form.normalize('NFC') : form
}

import { cp } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import { AppError } from '../../contract/errors.ts'
import type { InstalledSkill, InstallKind, SkillLevel, SkillPreview, SkillSignature } from '../../contract/install.ts'
import { hashesOf, stateOf } from './installed.ts'
import { pickPlugin } from '../plugins/index.ts'
import { RULES_VERSION, scanFolder } from '../scan/index.ts'
import { createBases } from './bases.ts'
import { treeHash } from './hashes.ts'
import { pluginQuotas, quotas } from './limits.ts'
import { readLock, type LockEntry } from './lock-file.ts'
import { mergeInto } from './merge.ts'
import { hasSkill, pickSkill, type PickedSkill } from './pick.ts'
import { pinnedEntry } from './pin.ts'
import { diskError, installPlace } from './places.ts'
import { wordsOf } from './preview-words.ts'
import { judgeSignature, readSignature, requireSignature, type Signing } from './signature.ts'
import { stageFiles, type Staged } from './stage.ts'
import { commitSwap, dropStaging, openStaging, recoverSwaps, restorePrevious } from './swap.ts'
import type { InstallFor, InstallPlace, SourceTree } from './types.ts'

export interface InstallerDeps {
  /** `MEWCODE_HOME`. */
  readonly home: string
  /** Of the product, for the lock file. */
  readonly version: string
  readonly clock: Clock
  /** What lies at a source. `AppError('install.*')`. */
  readonly openSource: OpenSource
  /** Undefined: nobody's signature counts. */
  readonly signing?: () => Promise<Signing>
}

export type OpenSource = (source: string, options: { cwd: string; skill?: string | undefined; signal: AbortSignal }) => Promise<SourceTree>

/** What is in place now. */
export interface Confirmed {
  readonly id: string
  readonly path: string
  readonly kind: InstallKind
  readonly level: SkillLevel
  /** Something was in its place. */
  readonly isUpdate: boolean
  readonly source: string
  readonly commit: string
}

/** Brings skills in from elsewhere, keeps them true to their source, takes them away. All of it: `AppError('install.*')`. */
export interface Installer {
  /** Fetches and looks through; nothing is in place after it. */
  preview(wanted: { source: string; skill?: string | undefined }, where: InstallFor, signal: AbortSignal): Promise<SkillPreview>
  /** The same for what the source of an installed skill has now. */
  previewUpdate(id: string, where: InstallFor, signal: AbortSignal): Promise<SkillPreview>
  /** Puts in place what was shown, and nothing else. */
  confirm(previewId: string, options: { projectRoot: string | undefined; acceptCritical: boolean }): Promise<Confirmed>
  discard(previewId: string): Promise<void>
  installed(projectRoot: string | undefined): Promise<Omit<InstalledSkill, 'off'>[]>
  remove(id: string, where: InstallFor): Promise<void>
  /** Of a registry: stays at the version it has, or follows the newest again. */
  pin(id: string, where: InstallFor, isPinned: boolean): Promise<void>
  /** The version before; once more, and the later one is back. */
  undo(id: string, where: InstallFor): Promise<void>
  /** Drops what nobody confirmed. */
  close(): Promise<void>
}

interface Wanted {
  readonly source: string
  readonly skill?: string | undefined
  /** What it is called here. */
  readonly asId?: string
}

/** What was chosen of a source, and where it is to go. */
interface Found extends PickedSkill {
  readonly kind: InstallKind
  readonly source: string
  readonly tree: SourceTree
  readonly place: InstallPlace
  readonly where: InstallFor
  readonly signal: AbortSignal
}

interface Pending {
  readonly place: InstallPlace
  readonly projectRoot: string | undefined
  readonly staging: string
  readonly id: string
  readonly entry: LockEntry
  /** Of the staged files, and of those they replace, as they were shown. */
  readonly shownHash: string
  readonly replacedHash: string
  readonly critical: number
  readonly signature: SkillSignature
}

export function createInstaller(deps: InstallerDeps): Installer {
  const pending = new Map<string, Pending>()
  const signing = deps.signing ?? (async () => ({ keys: {}, isRequired: false }))
  const bases = createBases(path.join(deps.home, 'skill-bases'))

  async function placeOf(where: InstallFor): Promise<InstallPlace> {
    const place = await installPlace(where, deps.home)
    await recoverSwaps(place)
    return place
  }

  async function prepare({ source, skill, asId }: Wanted, where: InstallFor, signal: AbortSignal): Promise<SkillPreview> {
    const limit = AbortSignal.timeout(quotas.timeoutMs)
    const cut = AbortSignal.any([signal, limit])
    try {
      const tree = await deps.openSource(source, { cwd: where.projectRoot ?? deps.home, skill, signal: cut })
      try {
        const picked = await pick(tree, where.kind)
        const place = await placeOf({ ...where, kind: picked.kind })
        return await stage({ source, tree, ...picked, id: asId ?? picked.id, place, where, signal: cut })
      } finally {
        await tree.close()
      }
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error
      throw new AppError('install.timeout', { params: { seconds: quotas.timeoutMs / 1000 }, cause: error })
    }
  }

  async function stage(found: Found): Promise<SkillPreview> {
    const { place, id, tree, kind, signal } = found
    const staging = await openStaging(place.root).catch((error: unknown) => {
      throw diskError(place.root, error)
    })
    try {
      const target = path.join(staging, 'new', id)
      const staged = await stageFiles(tree, found, { target, signal, quotas: kind === 'plugin' ? pluginQuotas : quotas })
      const preview = await look({ ...found, staged, staging })
      pending.set(preview.shown.previewId, preview.pending)
      return preview.shown
    } catch (error) {
      await dropStaging(staging)
      throw diskError(place.root, error)
    }
  }

  async function look(found: Found & { staged: Staged; staging: string }): Promise<{ shown: SkillPreview; pending: Pending }> {
    const { id, kind, folder, staged, tree, place, staging } = found
    const fresh = path.join(staging, 'new', id)
    const words = await wordsOf(fresh, { id, kind })
    await cp(fresh, path.join(staging, 'as-fetched'), { recursive: true })
    const lock = await readLock(place.lockFile)
    const before = lock.skills[id]
    const target = path.join(place.root, id)
    const readBase = async (file: string) => (before ? bases.read(before.treeHash, file) : undefined)
    const merged = await mergeInto({ staged: fresh, target, base: before?.files, theirs: staged.hashes, readBase })
    const signature = judgeSignature(staged.hashes, await readSignature(path.join(staging, 'as-fetched')), await signing())
    const scan = await scanFolder(fresh)
    const origin = { source: found.source, origin: tree.origin, ref: tree.ref, commit: tree.commit, path: folder }
    const entry: LockEntry = {
      ...origin,
      treeHash: treeHash(staged.hashes),
      files: staged.hashes,
      scan: { verdict: scan.verdict, rules: RULES_VERSION },
      ...(signature.state === 'valid' && { signedBy: signature.key }),
      installer: deps.version,
      installedAt: new Date(deps.clock.now()).toISOString(),
    }
    const previewId = newId()
    const shown: SkillPreview = {
      previewId,
      id,
      level: place.level,
      ...origin,
      kind,
      ...words,
      files: merged.files,
      leftOut: [...staged.leftOut],
      scan,
      signature,
      replaces: !merged.isThere ? 'nothing' : before ? 'installed' : 'own',
      isCurrent: before?.treeHash === entry.treeHash,
      diff: merged.diff,
      conflicts: merged.conflicts,
    }
    const critical = scan.findings.filter(({ severity }) => severity === 'critical').length
    return {
      shown,
      pending: {
        place,
        projectRoot: found.where.projectRoot,
        staging,
        id,
        entry,
        shownHash: merged.hash,
        replacedHash: merged.replacedHash,
        critical,
        signature,
      },
    }
  }

  return {
    preview: prepare,
    async previewUpdate(id, where, signal) {
      const place = await placeOf(where)
      const entry = (await readLock(place.lockFile)).skills[id]
      if (!entry) throw new AppError('install.not_installed', { params: { id } })
      const { source, path: folder } = entry
      const skill = place.kind === 'plugin' ? id : folder === '' ? undefined : path.posix.basename(folder)
      return prepare({ source, skill, asId: id }, { ...where, kind: place.kind }, signal)
    },
    async confirm(previewId, { projectRoot, acceptCritical }) {
      const wanted = pending.get(previewId)
      if (!wanted || (wanted.place.level === 'project' && wanted.projectRoot !== projectRoot)) throw new AppError('install.preview_gone')
      const { place, staging, id, entry, critical, signature } = wanted
      requireSignature(signature, await signing())
      if (critical > 0 && !acceptCritical) throw new AppError('install.critical', { params: { count: critical } })
      pending.delete(previewId)
      const isAsShown =
        (await hashOf(path.join(staging, 'new', id))) === wanted.shownHash &&
        (await hashOf(path.join(place.root, id))) === wanted.replacedHash
      if (!isAsShown) {
        await dropStaging(staging)
        throw new AppError('install.changed')
      }
      await bases.keep(entry.treeHash, path.join(staging, 'as-fetched'))
      await commitSwap(place, staging, [{ id, entry, isGone: false }]).catch((error: unknown) => {
        throw diskError(path.join(place.root, id), error)
      })
      const folder = path.join(place.root, id)
      const { source, commit } = entry
      const file = place.kind === 'plugin' ? folder : path.join(folder, 'SKILL.md')
      return { id, path: file, kind: place.kind, level: place.level, isUpdate: wanted.replacedHash !== '', source, commit }
    },
    async discard(previewId) {
      const wanted = pending.get(previewId)
      pending.delete(previewId)
      if (wanted) await dropStaging(wanted.staging)
    },
    async installed(projectRoot) {
      const levels: readonly SkillLevel[] = projectRoot === undefined ? ['user'] : ['project', 'user']
      const rows: Omit<InstalledSkill, 'off'>[] = []
      for (const level of levels) {
        for (const kind of ['skill', 'plugin'] as const) rows.push(...(await stateOf(await placeOf({ level, projectRoot, kind }))))
      }
      return rows
    },
    async remove(id, where) {
      const place = await placeOf(where)
      if (!(await readLock(place.lockFile)).skills[id]) throw new AppError('install.not_installed', { params: { id } })
      await commitSwap(place, await openStaging(place.root), [{ id, entry: null, isGone: true }]).catch((error: unknown) => {
        throw diskError(path.join(place.root, id), error)
      })
    },
    async pin(id, where, isPinned) {
      const place = await placeOf(where)
      const entry = (await readLock(place.lockFile)).skills[id]
      if (!entry) throw new AppError('install.not_installed', { params: { id } })
      const pinned = pinnedEntry(id, entry, isPinned)
      await commitSwap(place, await openStaging(place.root), [{ id, entry: pinned, isGone: false }]).catch((error: unknown) => {
        throw diskError(place.lockFile, error)
      })
    },
    async undo(id, where) {
      const place = await placeOf(where)
      await restorePrevious(place, id)
    },
    async close() {
      for (const { staging } of pending.values()) await dropStaging(staging)
      pending.clear()
    },
  }
}

/** Empty where there is no folder. */
async function hashOf(folder: string): Promise<string> {
  const hashes = await hashesOf(folder)
  return hashes ? treeHash(hashes) : ''
}

/** A plugin where the source is one and nobody asked for one of its skills. */
async function pick(tree: SourceTree, kind: InstallKind | undefined): Promise<PickedSkill & { kind: InstallKind }> {
  const isSkill = kind === 'skill' || (kind === undefined && tree.skill !== undefined && hasSkill(tree))
  const plugin = isSkill ? undefined : await pickPlugin(tree)
  return plugin ? { ...plugin, kind: 'plugin' } : { ...pickSkill(tree), kind: 'skill' }
}

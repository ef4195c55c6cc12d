import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import { errorText } from '../../contract/error-texts.ts'
import { AppError } from '../../contract/errors.ts'
import type { InstalledSkill, SkillLevel, SkillPreview } from '../../contract/install.ts'
import { hashesOf, stateOf } from './installed.ts'
import { readSkill } from '../read-skill.ts'
import { RULES_VERSION, scanFolder } from '../scan/index.ts'
import { createBases } from './bases.ts'
import { treeHash } from './hashes.ts'
import { quotas } from './limits.ts'
import { readLock, type LockEntry } from './lock-file.ts'
import { mergeInto } from './merge.ts'
import { pickSkill } from './pick.ts'
import { diskError, installPlace } from './places.ts'
import { stageFiles, type Staged } from './stage.ts'
import { commitSwap, dropStaging, openStaging, recoverSwaps, restorePrevious } from './swap.ts'
import type { InstallPlace, SourceTree } from './types.ts'

export interface InstallerDeps {
  /** `MEWCODE_HOME`. */
  readonly home: string
  /** Of the product, for the lock file. */
  readonly version: string
  readonly clock: Clock
  /** What lies at a source. `AppError('install.*')`. */
  readonly openSource: OpenSource
}

export type OpenSource = (source: string, options: { cwd: string; skill?: string | undefined; signal: AbortSignal }) => Promise<SourceTree>

/** For whom something is installed: a project's skills need its root. */
export interface InstallFor {
  readonly level: SkillLevel
  readonly projectRoot: string | undefined
}

/** Brings skills in from elsewhere, keeps them true to their source, takes them away. All of it: `AppError('install.*')`. */
export interface Installer {
  /** Fetches and looks through; nothing is in place after it. */
  preview(wanted: { source: string; skill?: string | undefined }, where: InstallFor, signal: AbortSignal): Promise<SkillPreview>
  /** The same for what the source of an installed skill has now. */
  previewUpdate(id: string, where: InstallFor, signal: AbortSignal): Promise<SkillPreview>
  /** Puts in place what was shown, and nothing else. */
  confirm(previewId: string, options: { projectRoot: string | undefined; acceptCritical: boolean }): Promise<{ id: string; path: string }>
  discard(previewId: string): Promise<void>
  installed(projectRoot: string | undefined): Promise<InstalledSkill[]>
  remove(id: string, where: InstallFor): Promise<void>
  /** The version before; once more, and the later one is back. */
  undo(id: string, where: InstallFor): Promise<void>
  /** Drops what nobody confirmed. */
  close(): Promise<void>
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
}

export function createInstaller(deps: InstallerDeps): Installer {
  const pending = new Map<string, Pending>()
  const bases = createBases(path.join(deps.home, 'skill-bases'))

  async function placeOf({ level, projectRoot }: InstallFor): Promise<InstallPlace> {
    const place = await installPlace(level, { home: deps.home, projectRoot })
    await recoverSwaps(place)
    return place
  }

  async function prepare(
    wanted: { source: string; skill?: string | undefined; asId?: string },
    where: InstallFor,
    signal: AbortSignal,
  ): Promise<SkillPreview> {
    const place = await placeOf(where)
    const limit = AbortSignal.timeout(quotas.timeoutMs)
    const cut = AbortSignal.any([signal, limit])
    const staging = await openStaging(place.root).catch((error: unknown) => {
      throw diskError(place.root, error)
    })
    try {
      const { fetched, tree } = await fetchInto(wanted, { where, staging, signal: cut })
      const preview = await look({ ...fetched, tree, place, where, staging, source: wanted.source })
      pending.set(preview.shown.previewId, preview.pending)
      return preview.shown
    } catch (error) {
      await dropStaging(staging)
      if (limit.aborted && !signal.aborted)
        throw new AppError('install.timeout', { params: { seconds: quotas.timeoutMs / 1000 }, cause: error })
      throw diskError(place.root, error)
    }
  }

  async function fetchInto(
    { source, skill, asId }: { source: string; skill?: string | undefined; asId?: string },
    { where, staging, signal }: { where: InstallFor; staging: string; signal: AbortSignal },
  ): Promise<{ fetched: { id: string; folder: string; staged: Staged }; tree: SourceTree }> {
    const tree = await deps.openSource(source, { cwd: where.projectRoot ?? deps.home, skill, signal })
    try {
      const picked = pickSkill(tree)
      const id = asId ?? picked.id
      const staged = await stageFiles(tree, picked, { target: path.join(staging, 'new', id), signal })
      return { fetched: { id, folder: picked.folder, staged }, tree }
    } finally {
      await tree.close()
    }
  }

  async function look(found: {
    id: string
    folder: string
    staged: Staged
    tree: SourceTree
    place: InstallPlace
    where: InstallFor
    staging: string
    source: string
  }): Promise<{ shown: SkillPreview; pending: Pending }> {
    const { id, folder, staged, tree, place, staging } = found
    const fresh = path.join(staging, 'new', id)
    const text = await textOf(fresh, id)
    await cp(fresh, path.join(staging, 'as-fetched'), { recursive: true })
    const lock = await readLock(place.lockFile)
    const before = lock.skills[id]
    const target = path.join(place.root, id)
    const readBase = async (file: string) => (before ? bases.read(before.treeHash, file) : undefined)
    const merged = await mergeInto({ staged: fresh, target, base: before?.files, theirs: staged.hashes, readBase })
    const scan = await scanFolder(fresh)
    const origin = { source: found.source, origin: tree.origin, ref: tree.ref, commit: tree.commit, path: folder }
    const entry: LockEntry = {
      ...origin,
      treeHash: treeHash(staged.hashes),
      files: staged.hashes,
      scan: { verdict: scan.verdict, rules: RULES_VERSION },
      installer: deps.version,
      installedAt: new Date(deps.clock.now()).toISOString(),
    }
    const previewId = newId()
    const shown: SkillPreview = {
      previewId,
      id,
      level: place.level,
      ...origin,
      name: text.name,
      description: text.description,
      allowedTools: [...text.allowedTools],
      files: merged.files,
      leftOut: [...staged.leftOut],
      scan,
      body: text.body,
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
      return prepare({ source, skill: folder === '' ? undefined : path.posix.basename(folder), asId: id }, where, signal)
    },
    async confirm(previewId, { projectRoot, acceptCritical }) {
      const wanted = pending.get(previewId)
      if (!wanted || (wanted.place.level === 'project' && wanted.projectRoot !== projectRoot)) throw new AppError('install.preview_gone')
      const { place, staging, id, entry, critical } = wanted
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
      return { id, path: path.join(place.root, id, 'SKILL.md') }
    },
    async discard(previewId) {
      const wanted = pending.get(previewId)
      pending.delete(previewId)
      if (wanted) await dropStaging(wanted.staging)
    },
    async installed(projectRoot) {
      const levels: readonly SkillLevel[] = projectRoot === undefined ? ['user'] : ['project', 'user']
      const rows: InstalledSkill[] = []
      for (const level of levels) rows.push(...(await stateOf(await placeOf({ level, projectRoot }))))
      return rows
    },
    async remove(id, where) {
      const place = await placeOf(where)
      if (!(await readLock(place.lockFile)).skills[id]) throw new AppError('install.not_installed', { params: { id } })
      await commitSwap(place, await openStaging(place.root), [{ id, entry: null, isGone: true }]).catch((error: unknown) => {
        throw diskError(path.join(place.root, id), error)
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

async function textOf(folder: string, id: string) {
  const file = path.join(folder, 'SKILL.md')
  const bytes = await readFile(file).catch(() => undefined)
  const { text, diagnostics } = bytes ? readSkill(bytes, id) : { text: undefined, diagnostics: [] }
  if (text) return text
  const problem = diagnostics.find(({ level }) => level === 'error')?.problem
  const reason = problem ? errorText(problem.code, problem.params, 'en').what : 'SKILL.md'
  throw new AppError('install.skill_unread', { params: { file: 'SKILL.md', reason } })
}

import { setImmediate } from 'node:timers/promises'
import { AppError } from '../contract/errors.ts'
import { findSkills, SLICE, type Candidate } from './find-skills.ts'
import { recoverRoot } from './install/index.ts'
import { readIndex, writeIndex, type IndexDeps, type RootRead } from './root-index.ts'
import type { SkillRoot } from './roots.ts'
import { readSkillFile, type Contents } from './skill-files.ts'
import { currentStamp, isUnchanged, type Stamp } from './stamps.ts'
import type { FoundSkill, LinkConsents } from './types.ts'

/** A root as it was at one moment. */
export interface Snapshot extends RootRead {
  checkedAt: number
}

interface Deps {
  /** `MEWCODE_HOME`. */
  readonly home: string
  readonly links: LinkConsents
  readonly knowsModel: (id: string) => boolean
  readonly index: IndexDeps | undefined
}

/** Above this many files one look at the disk stands for all within `GRACE_MS`. */
const MANY = 500
const GRACE_MS = 250

/** Roots as they lie on the disk now: read again when something in them is another thing than before. */
export function createSnapshots({ home, links, knowsModel, index }: Deps): { of(root: SkillRoot): Promise<Snapshot> } {
  const snapshots = new Map<string, Snapshot>()
  const reading = new Map<string, Promise<Snapshot>>()
  /** By file, with its stamp: a file is read again when it is another one than before. */
  const known = new Map<string, Contents & { readonly stamp: Stamp | undefined }>()
  /** By file, the last that could be read; a half-written file does not take a skill away. */
  const good = new Map<string, Contents>()

  async function read(root: SkillRoot): Promise<Snapshot> {
    await recoverRoot(root, home)
    const kept = index && !snapshots.has(root.path) ? await readIndex(index, root) : undefined
    const isKept = kept !== undefined && areAsAllowed(kept) && isUnchanged(kept.stamps)
    const now = isKept ? kept : await readRoot(root)
    const snapshot = { ...now, skills: now.skills.map(judged), checkedAt: performance.now() }
    snapshots.set(root.path, snapshot)
    if (index && !isKept) await writeIndex(index, root, now)
    return snapshot
  }

  async function readRoot(root: SkillRoot): Promise<RootRead> {
    const { candidates, stamps, outs } = await findSkills(root, links)
    const skills: FoundSkill[] = []
    for (const [at, candidate] of candidates.entries()) {
      if (at % SLICE === SLICE - 1) await setImmediate()
      const { text, diagnostics, stamp } = readOnce(candidate)
      if (stamp !== undefined) stamps.set(candidate.file, stamp)
      const { id, folder, file, linkOut } = candidate
      skills.push({
        id,
        source: root.source,
        ...(root.plugin !== undefined && { plugin: root.plugin }),
        folder,
        path: file,
        ...(linkOut && { linkOut: { ...linkOut, isAllowed: links.isAllowed(linkOut.link, linkOut.target) } }),
        text,
        diagnostics,
      })
    }
    return { skills: skills.sort((a, b) => (a.path < b.path ? -1 : 1)), stamps, outs }
  }

  function readOnce(candidate: Candidate): Contents & { readonly stamp: Stamp | undefined } {
    const before = known.get(candidate.file)
    if (!candidate.problem && before?.stamp !== undefined && before.stamp === currentStamp(candidate.file)) return before
    const contents = readSkillFile(candidate)
    known.set(candidate.file, contents)
    return contents
  }

  /** What the file says, held against what was known before it and beside it. */
  function judged(skill: FoundSkill): FoundSkill {
    const { path: file, text } = skill
    const last = good.get(file)
    const diagnostics = skill.diagnostics.filter(
      ({ problem: { code, params } }) => code !== 'skill.unknown_model' || !knowsModel(params['model'] ?? ''),
    )
    if (text) good.set(file, { text, diagnostics })
    if (text || !last || skill.linkOut?.isAllowed === false) return { ...skill, diagnostics }
    const changed = { level: 'warning', line: 1, problem: new AppError('skill.last_good') } as const
    return { ...skill, text: last.text, diagnostics: [changed, ...diagnostics] }
  }

  const areAsAllowed = ({ outs }: RootRead): boolean =>
    outs.every(({ link, target, isAllowed }) => links.isAllowed(link, target) === isAllowed)

  function isStillTrue(snapshot: Snapshot): boolean {
    if (!areAsAllowed(snapshot)) return false
    const now = performance.now()
    if (snapshot.stamps.size > MANY && now - snapshot.checkedAt < GRACE_MS) return true
    snapshot.checkedAt = now
    return isUnchanged(snapshot.stamps)
  }

  return {
    async of(root) {
      const before = snapshots.get(root.path)
      if (before && isStillTrue(before)) return before
      const running = reading.get(root.path) ?? read(root).finally(() => reading.delete(root.path))
      reading.set(root.path, running)
      return running
    },
  }
}

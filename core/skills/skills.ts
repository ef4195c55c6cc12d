import { AppError } from '../contract/errors.ts'
import { catalogueOf, type Catalogue } from './catalogue.ts'
import { findSkills } from './find-skills.ts'
import { skillRoots, type SkillHomes, type SkillRoot } from './roots.ts'
import { recoverRoot } from './install/index.ts'
import type { Plugins } from './plugins/index.ts'
import { createSkillFiles } from './skill-files.ts'
import type { KnowsModel } from './read-skill.ts'
import { nameKey } from './skill-name.ts'
import { isUnchanged, type Stamp } from './stamps.ts'
import type { FoundSkill, Skill, SkillPlace, UsableSkill } from './types.ts'

/** Skills as they lie on the disk: an edit is seen by the next call, and what a call answers does not change under it. */
export interface Skills {
  /** All of them, the strongest first, broken and hidden ones too. */
  list(place: SkillPlace): Promise<readonly Skill[]>
  /** What a person starts with `/name`: in a folder nobody trusts their own skill comes before the folder's. */
  forUser(place: SkillPlace): Promise<readonly UsableSkill[]>
  /** What the model is told of and may load; none of a folder nobody trusts. */
  forModel(place: SkillPlace): Promise<readonly UsableSkill[]>
  /** What the model is told, within 2 % of its window. */
  catalogue(place: SkillPlace, windowTokens: number): Promise<Catalogue>
}

export interface SkillsDeps extends SkillHomes {
  /** Ids that a person switched off, here or everywhere. */
  readonly disabled: (projectRoot: string | undefined) => Promise<readonly string[]>
  /** Undefined: there are none. */
  readonly plugins?: Pick<Plugins, 'folders'>
  readonly knowsModel?: KnowsModel
}

export function createSkills({ disabled, plugins, knowsModel = () => true, ...homes }: SkillsDeps): Skills {
  const files = createSkillFiles(knowsModel)
  const merged = new Map<string | undefined, Merged>()
  const snapshots = new Map<string, Snapshot>()
  const reading = new Map<string, Promise<Snapshot>>()

  async function snapshotOf(root: SkillRoot): Promise<Snapshot> {
    const known = snapshots.get(root.path)
    if (known && isStillTrue(known)) return known
    const running = reading.get(root.path) ?? readRoot(root).finally(() => reading.delete(root.path))
    reading.set(root.path, running)
    return running
  }
  async function readRoot(root: SkillRoot): Promise<Snapshot> {
    await recoverRoot(root, homes.home)
    const { candidates, stamps } = await findSkills(root)
    const skills: FoundSkill[] = []
    for (let at = 0; at < candidates.length; at += WIDTH) {
      const some = candidates.slice(at, at + WIDTH)
      const read = await Promise.all(some.map((candidate) => files.read(candidate)))
      some.forEach(({ id, folder, file, problem }, index) => {
        const found = read[index]
        if (!problem) stamps.set(file, found?.stamp ?? '')
        skills.push({
          id,
          source: root.source,
          ...(root.plugin !== undefined && { plugin: root.plugin }),
          folder,
          path: file,
          text: found?.text,
          diagnostics: found?.diagnostics ?? [],
        })
      })
    }
    const snapshot = { skills: skills.sort((a, b) => (a.path < b.path ? -1 : 1)), stamps, checkedAt: performance.now() }
    snapshots.set(root.path, snapshot)
    return snapshot
  }
  async function merge(projectRoot: string | undefined): Promise<Merged> {
    const roots = await skillRoots(projectRoot, homes, (await plugins?.folders(projectRoot)) ?? [])
    const [off, ...found] = await Promise.all([disabled(projectRoot), ...roots.map(snapshotOf)])
    const before = merged.get(projectRoot)
    const isSame = before && before.off.join() === off.join() && before.found.every((one, index) => one === found[index])
    if (isSame && before.found.length === found.length) return before
    const all = inOrder(
      found.flatMap(({ skills }) => skills),
      new Set(off.map(nameKey)),
    )
    const now = { off, found, all, trusted: usableBy(all, true), untrusted: usableBy(all, false) }
    merged.set(projectRoot, now)
    return now
  }
  const usable = async ({ projectRoot, isTrusted }: SkillPlace): Promise<Usable> => {
    const { trusted, untrusted } = await merge(projectRoot)
    return isTrusted ? trusted : untrusted
  }
  return {
    list: async ({ projectRoot }) => (await merge(projectRoot)).all,
    forUser: async (place) => (await usable(place)).forUser,
    forModel: async (place) => (await usable(place)).forModel,
    async catalogue(place, windowTokens) {
      const { forModel, catalogues } = await usable(place)
      const catalogue = catalogues.get(windowTokens) ?? catalogueOf(forModel, windowTokens)
      catalogues.set(windowTokens, catalogue)
      return catalogue
    },
  }
}

/** Files read at once. */
const WIDTH = 64

/** Above this many files one look at the disk stands for all within `GRACE_MS`. */
const MANY = 500
const GRACE_MS = 250

interface Snapshot {
  readonly skills: readonly FoundSkill[]
  readonly stamps: ReadonlyMap<string, Stamp>
  checkedAt: number
}

function isStillTrue(snapshot: Snapshot): boolean {
  const now = performance.now()
  if (snapshot.stamps.size > MANY && now - snapshot.checkedAt < GRACE_MS) return true
  snapshot.checkedAt = now
  return isUnchanged(snapshot.stamps)
}

/** All roots of a project together, as long as none of them changes. */
interface Merged {
  readonly off: readonly string[]
  readonly found: readonly Snapshot[]
  readonly all: readonly Skill[]
  readonly trusted: Usable
  readonly untrusted: Usable
}

interface Usable {
  readonly forUser: readonly UsableSkill[]
  readonly forModel: readonly UsableSkill[]
  /** By tokens of the window. */
  readonly catalogues: Map<number, Catalogue>
}

function usableBy(all: readonly Skill[], isTrusted: boolean): Usable {
  const forUser = strongest(all, isTrusted)
  const forModel = forUser.filter(({ source, text }) => text.isForModel && (isTrusted || source !== 'project'))
  return { forUser, forModel, catalogues: new Map() }
}

/** A folder that two roots lead to is one skill; of two with one id the stronger one counts. */
function inOrder(found: readonly FoundSkill[], off: ReadonlySet<string>): Skill[] {
  const folders = new Set<string>()
  const taken = new Map<string, string>()
  return found.flatMap((skill): Skill[] => {
    if (folders.has(skill.folder)) return []
    folders.add(skill.folder)
    if (!skill.text) return [{ ...skill, state: 'broken' }]
    const key = nameKey(skill.id)
    if (off.has(key)) return [{ ...skill, state: 'disabled' }]
    const by = taken.get(key)
    if (by === undefined) {
      taken.set(key, skill.path)
      return [{ ...skill, state: 'active' }]
    }
    const hidden = { level: 'warning', line: 1, problem: new AppError('skill.shadowed', { params: { by } }) } as const
    return [{ ...skill, state: 'shadowed', diagnostics: [...skill.diagnostics, hidden] }]
  })
}

/** One skill an id. What a folder nobody trusts brings never hides a person's own. */
function strongest(all: readonly Skill[], isTrusted: boolean): UsableSkill[] {
  const usable = all.filter(isUsable)
  const theirs = usable.filter(({ source }) => source === 'project')
  const own = usable.filter(({ source }) => source !== 'project')
  const byId = new Map<string, UsableSkill>()
  for (const skill of isTrusted ? [...theirs, ...own] : [...own, ...theirs]) {
    const key = nameKey(skill.id)
    if (!byId.has(key)) byId.set(key, skill)
  }
  return [...byId.values()]
}

function isUsable(skill: Skill): skill is UsableSkill {
  return skill.text !== undefined && (skill.state === 'active' || skill.state === 'shadowed')
}

/** By id or by the name in its file. */
export function findByName<S extends FoundSkill>(skills: readonly S[], name: string): S | undefined {
  const key = nameKey(name.trim())
  return skills.find(({ id }) => nameKey(id) === key) ?? skills.find(({ text }) => text !== undefined && nameKey(text.name) === key)
}

import { AppError } from '../contract/errors.ts'
import { catalogueOf, type Catalogue } from './catalogue.ts'
import { skillRoots, type SkillHomes } from './roots.ts'
import type { Plugins } from './plugins/index.ts'
import type { IndexDeps } from './root-index.ts'
import { nameKey } from './skill-name.ts'
import { createSnapshots, type Snapshot } from './snapshots.ts'
import type { FoundSkill, LinkConsents, Skill, SkillPlace, UsableSkill } from './types.ts'

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
  /** It was started: what is used least is cut first from the catalogues of later runs of the product. */
  noteUse(skill: UsableSkill): void
}

export interface SkillsDeps extends SkillHomes {
  /** Ids that a person switched off, here or everywhere. */
  readonly disabled: (projectRoot: string | undefined) => Promise<readonly string[]>
  /** Undefined: there are none. */
  readonly plugins?: Pick<Plugins, 'folders'>
  /** The model table has the id. */
  readonly knowsModel?: (id: string) => boolean
  /** Of names of servers' tools those that are none by now. Undefined: nobody knows any. */
  readonly unknownTools?: (projectRoot: string, names: readonly string[]) => Promise<readonly string[]>
  /** Undefined: no link that leads out is followed. */
  readonly links?: LinkConsents
  /** How often skills were started, by name in small letters. */
  readonly uses?: { add(name: string): void; all(): ReadonlyMap<string, number> }
  /** Where large roots are kept as they were read, for the next start. */
  readonly index?: IndexDeps | undefined
}

export function createSkills({
  disabled,
  plugins,
  knowsModel = () => true,
  unknownTools = async () => [],
  links = noConsent,
  uses,
  index,
  ...homes
}: SkillsDeps): Skills {
  const snapshots = createSnapshots({ home: homes.home, links, knowsModel, index })
  const merged = new Map<string | undefined, Merged>()
  // As they were at the start: what the model is told does not change by what it uses.
  const usesBefore = uses?.all() ?? new Map<string, number>()

  async function merge(projectRoot: string | undefined): Promise<Merged> {
    const roots = await skillRoots(projectRoot, homes, (await plugins?.folders(projectRoot)) ?? [])
    const [off, ...found] = await Promise.all([disabled(projectRoot), ...roots.map((root) => snapshots.of(root))])
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
    async list({ projectRoot }) {
      const { all } = await merge(projectRoot)
      return Promise.all(
        all.map((skill) => withServersKnown(skill, async (names) => (projectRoot === undefined ? [] : unknownTools(projectRoot, names)))),
      )
    },
    forUser: async (place) => (await usable(place)).forUser,
    forModel: async (place) => (await usable(place)).forModel,
    async catalogue(place, windowTokens) {
      const { forModel, catalogues } = await usable(place)
      const catalogue = catalogues.get(windowTokens) ?? catalogueOf(forModel, windowTokens, usesBefore)
      catalogues.set(windowTokens, catalogue)
      return catalogue
    },
    noteUse: ({ id }) => uses?.add(nameKey(id)),
  }
}

/** What its file says of servers' tools, as far as it is true by now: they come and go while a skill stays as it is. */
async function withServersKnown(skill: Skill, unknownOf: (names: readonly string[]) => Promise<readonly string[]>): Promise<Skill> {
  const at = skill.diagnostics.findIndex(({ problem }) => problem.code === 'skill.unknown_server_tools')
  const said = skill.diagnostics[at]
  if (!said) return skill
  const unknown = await unknownOf(said.problem.params['tools']?.split(', ') ?? [])
  const tools = unknown.join(', ').slice(0, MAX_NAMES)
  const now = tools === '' ? [] : [{ ...said, problem: new AppError('skill.unknown_server_tools', { params: { tools } }) }]
  return { ...skill, diagnostics: skill.diagnostics.toSpliced(at, 1, ...now) }
}

/** Characters of a list of names that is shown. */
const MAX_NAMES = 300

const noConsent: LinkConsents = { isAllowed: () => false }

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
    if (skill.linkOut && !skill.linkOut.isAllowed) return [{ ...skill, state: 'held' }]
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

import { AppError, toWireError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import type { SkillInfo } from '../../contract/skills.ts'
import { findByName, nameKey, scanFolder, skillFiles, type Skill, type SkillPlace } from '../../skills/index.ts'
import { displayPath } from '../../workspace/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'
import { installHandlers } from './installing.ts'

type Off = Awaited<ReturnType<Services['config']['switchedOff']>>

export function skillHandlers(services: Services): RpcHandlers['skills'] {
  const { skills, config, storage, platform } = services
  const { userHome } = platform.paths
  const placeOf = (caller: Caller): SkillPlace => {
    const projectRoot = caller.projectId === undefined ? undefined : projectOf(services, caller).path
    return { projectRoot, isTrusted: projectRoot !== undefined && services.isTrusted(projectRoot) }
  }
  const find = async ({ id, path }: { id: string; path?: string | undefined }, place: SkillPlace): Promise<Skill> => {
    const all = await skills.list(place)
    const active = all.filter(({ state }) => state === 'active')
    const skill =
      path === undefined ? (findByName(active, id) ?? findByName(all, id)) : all.find((one) => one.path === path && one.id === id)
    if (!skill) throw new AppError('skill.not_found', { params: { name: id } })
    return skill
  }
  return {
    ...installHandlers(services),
    registries: () => services.skillRegistries.list(),
    async addRegistry({ secret, ...registry }) {
      await services.skillRegistries.add(registry, secret)
      services.announce({ type: 'settings.changed' })
      return {}
    },
    async removeRegistry({ name }) {
      const problem = await services.skillRegistries.remove(name)
      services.announce({ type: 'settings.changed' })
      return problem ? { problem: toWireError(problem) } : {}
    },
    search: ({ word }, { signal }) => services.skillRegistries.search(word, signal),
    async list(_, { caller }) {
      const place = placeOf(caller)
      const off = await config.switchedOff(place.projectRoot)
      const uses = storage.skillUses.all()
      return (await skills.list(place)).map((skill) => toInfo(skill, place, { off, uses, userHome }))
    },
    async show(which, { caller }) {
      const place = placeOf(caller)
      const skill = await find(which, place)
      const { text } = skill
      const { files } = skill.state === 'held' ? { files: [] } : await skillFiles(skill)
      return {
        ...toInfo(skill, place, { off: await config.switchedOff(place.projectRoot), uses: storage.skillUses.all(), userHome }),
        license: text?.license ?? '',
        version: text?.version ?? '',
        compatibility: text?.compatibility ?? '',
        metadata: [...(text?.metadata ?? [])],
        body: text?.body ?? '',
        files,
      }
    },
    scan: async (which, { caller }) => scanFolder((await find(which, placeOf(caller))).folder),
    async allowLink({ isAllowed, target, ...which }, { caller }) {
      const { linkOut } = await find(which, placeOf(caller))
      if (!linkOut) throw new AppError('skill.not_found', { params: { name: which.id } })
      if (linkOut.target !== target) throw new AppError('skill.link_changed', { params: { target: linkOut.target } })
      if (isAllowed) storage.skillLinks.allow(linkOut.link, target)
      else storage.skillLinks.forget(linkOut.link)
      services.announce({ type: 'settings.changed' })
      return {}
    },
    async setEnabled({ id, isEnabled, level }, { caller }) {
      const place = placeOf(caller)
      const { id: own } = await find({ id }, place)
      const projectRoot = level === 'project' ? projectOf(services, caller).path : undefined
      const { user, project } = await config.switchedOff(place.projectRoot)
      // A list may have the id in another spelling.
      const listed = (level === 'project' ? project : user).skills.filter((one) => nameKey(one) === nameKey(own))
      for (const one of isEnabled ? listed : [own]) await config.setSwitch({ kind: 'skills', id: one, isOn: isEnabled }, projectRoot)
      services.announce({ type: 'settings.changed' })
      return {}
    },
  }
}

interface Known {
  readonly off: Off
  readonly uses: ReadonlyMap<string, number>
  readonly userHome: string
}

function toInfo(skill: Skill, { isTrusted }: SkillPlace, { off, uses, userHome }: Known): SkillInfo {
  const { id, source, plugin, path, linkOut, state, text, diagnostics } = skill
  const isTheirs = source === 'project' && !isTrusted
  const untrusted = { level: 'info', line: 1, problem: new AppError('skill.untrusted') } as const
  return {
    id,
    name: text?.name ?? id,
    description: text?.description ?? '',
    source,
    ...(plugin !== undefined && { plugin }),
    path,
    displayPath: displayPath(path, userHome),
    state,
    ...(linkOut && { leadsTo: linkOut.target }),
    off: (['user', 'project'] as const).filter((level) => off[level].skills.some((one) => nameKey(one) === nameKey(id))),
    mode: text?.mode ?? 'inline',
    allowedTools: [...(text?.allowedTools ?? [])],
    argumentHint: text?.argumentHint ?? '',
    uses: uses.get(nameKey(id)) ?? 0,
    isForModel: state === 'active' && text?.isForModel === true && !isTheirs,
    diagnostics: [...diagnostics, ...(isTheirs && text ? [untrusted] : [])].map(({ level, line, problem }) => ({
      level,
      line,
      problem: toWireError(problem),
    })),
  }
}

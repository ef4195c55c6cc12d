import { AppError, toWireError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import type { SkillInfo } from '../../contract/skills.ts'
import { findByName, nameKey, scanFolder, skillFiles, type Skill, type SkillPlace } from '../../skills/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'
import { installHandlers } from './installing.ts'

export function skillHandlers(services: Services): RpcHandlers['skills'] {
  const { skills, config } = services
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
    async list(_, { caller }) {
      const place = placeOf(caller)
      return (await skills.list(place)).map((skill) => toInfo(skill, place))
    },
    async show(which, { caller }) {
      const place = placeOf(caller)
      const skill = await find(which, place)
      const { text } = skill
      const { files } = await skillFiles(skill)
      return {
        ...toInfo(skill, place),
        license: text?.license ?? '',
        version: text?.version ?? '',
        compatibility: text?.compatibility ?? '',
        body: text?.body ?? '',
        files,
      }
    },
    scan: async (which, { caller }) => scanFolder((await find(which, placeOf(caller))).folder),
    async setEnabled({ id, isEnabled }, { caller }) {
      const { id: own } = await find({ id }, placeOf(caller))
      const { skills: choices } = await config.settings.get()
      const others = (choices?.disabled ?? []).filter((one) => nameKey(one) !== nameKey(own))
      await config.settings.set({ skills: { ...choices, disabled: isEnabled ? others : [...others, own] } })
      services.announce({ type: 'settings.changed' })
      return {}
    },
  }
}

function toInfo(skill: Skill, { isTrusted }: SkillPlace): SkillInfo {
  const { id, source, path, state, text, diagnostics } = skill
  const isTheirs = source === 'project' && !isTrusted
  const untrusted = { level: 'info', line: 1, problem: new AppError('skill.untrusted') } as const
  return {
    id,
    name: text?.name ?? id,
    description: text?.description ?? '',
    source,
    path,
    state,
    mode: text?.mode ?? 'inline',
    allowedTools: [...(text?.allowedTools ?? [])],
    argumentHint: text?.argumentHint ?? '',
    isForModel: state === 'active' && text?.isForModel === true && !isTheirs,
    diagnostics: [...diagnostics, ...(isTheirs && text ? [untrusted] : [])].map(({ level, line, problem }) => ({
      level,
      line,
      problem: toWireError(problem),
    })),
  }
}

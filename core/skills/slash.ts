import path from 'node:path'
import type { SkillCommands } from '../commands/index.ts'
import type { CommandInfo } from '../contract/commands.ts'
import { skillBody } from './body.ts'
import { pluginRoots } from './plugins/index.ts'
import { findByName, type Skills } from './skills.ts'
import { turnRulesOf } from './turn-rules.ts'

/** Skills behind a slash, beside the commands. */
export function skillCommands(skills: Skills, { home, userHome }: { home: string; userHome: string }): SkillCommands {
  return {
    async folders(projectRoot) {
      const roots = await pluginRoots({ home, projectRoot })
      return roots.map(({ source, folder }) => ({
        source,
        path: path.join(folder, 'commands'),
        owner: source === 'project' ? projectRoot : home,
      }))
    },
    async list(place) {
      const usable = await skills.forUser(place)
      return usable.flatMap(({ id, source, path, text }): CommandInfo[] => {
        // The slash ends at a blank or a mark.
        if (!text.isForUser || !/^[\p{L}\p{N}][\p{L}\p{N}._:-]*$/u.test(id)) return []
        const description = text.description.replaceAll(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
        const tools = text.allowedTools.length > 0 ? { allowedTools: [...text.allowedTools] } : {}
        return [{ name: id, kind: 'prompt', source, description, argumentHint: text.argumentHint, file: path, isSkill: true, ...tools }]
      })
    },
    async expand(name, args, place) {
      const skill = findByName(await skills.forUser(place), name)
      return skill?.text.isForUser ? skillBody(skill, args, { ...place, userHome }) : undefined
    },
    async rulesOf(name, place) {
      const skill = findByName(await skills.forUser(place), name)
      return skill?.text.isForUser ? turnRulesOf(skill, place) : undefined
    },
  }
}

import path from 'node:path'
import type { CommandCaller, SkillCommands } from '../commands/index.ts'
import type { CommandInfo } from '../contract/commands.ts'
import { runsShell, skillBody } from './body.ts'
import { forkInput } from './fork-input.ts'
import type { Plugins } from './plugins/index.ts'
import { findByName, type Skills } from './skills.ts'
import { turnRulesOf } from './turn-rules.ts'
import type { ForkInput } from './types.ts'

interface SkillCommandsDeps {
  readonly home: string
  readonly userHome: string
  readonly plugins: Pick<Plugins, 'list'>
  /** Answers the report, or why there is none. */
  readonly runFork: (input: ForkInput, caller: CommandCaller) => Promise<string>
}

/** Skills behind a slash, beside the commands. */
export function skillCommands(skills: Skills, { home, userHome, plugins, runFork }: SkillCommandsDeps): SkillCommands {
  return {
    async folders(projectRoot) {
      const all = await plugins.list(projectRoot)
      return all.flatMap(({ id, source, folder, commandFolders, commandFiles }) => {
        const own = { source, owner: source === 'project' ? projectRoot : home, plugin: id }
        return [
          ...commandFolders.map((inner) => ({ ...own, path: path.join(folder, inner) })),
          ...commandFiles.map((file) => ({ ...own, path: path.join(folder, path.dirname(file)), only: [path.basename(file)] })),
        ]
      })
    },
    async list(place) {
      const usable = await skills.forUser(place)
      return usable.flatMap(({ id, source, plugin, path, text }): CommandInfo[] => {
        // The slash ends at a blank or a mark.
        if (!text.isForUser || !/^[\p{L}\p{N}][\p{L}\p{N}._:-]*$/u.test(id)) return []
        const description = text.description.replaceAll(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
        const tools = text.allowedTools.length > 0 ? { allowedTools: [...text.allowedTools] } : {}
        return [
          {
            name: id,
            kind: 'prompt',
            source,
            description,
            argumentHint: text.argumentHint,
            file: path,
            isSkill: true,
            ...(plugin !== undefined && { plugin }),
            ...tools,
          },
        ]
      })
    },
    async expand(name, args, place) {
      const skill = findByName(await skills.forUser(place), name)
      if (!skill?.text.isForUser) return undefined
      skills.noteUse(skill)
      return skill.text.mode === 'fork' ? started(skill.id, args) : skillBody(skill, args, { ...place, userHome })
    },
    async runShell(name, args, { place, runShell }) {
      const skill = findByName(await skills.forUser(place), name)
      if (!skill?.text.isForUser || skill.text.mode === 'fork' || !runsShell(skill, place)) return undefined
      return skillBody(skill, args, { ...place, userHome, runShell })
    },
    async rulesOf(name, place) {
      const skill = findByName(await skills.forUser(place), name)
      return skill?.text.isForUser && skill.text.mode === 'inline' ? turnRulesOf(skill, place) : undefined
    },
    async run(name, args, { place, caller }) {
      const skill = findByName(await skills.forUser(place), name)
      if (!skill?.text.isForUser || skill.text.mode !== 'fork') return undefined
      const report = await runFork(
        forkInput(skill, await skillBody(skill, args, { ...place, userHome, runShell: caller.runShell })),
        caller,
      )
      return `What the agent of the skill ${JSON.stringify(skill.id)} reports:\n${report}`
    },
  }
}

/** What the conversation keeps of the start. */
function started(id: string, args: string): string {
  const given = args === '' ? '' : ` with: ${args}`
  return `The user started the skill ${JSON.stringify(id)}${given}\nIt runs as an agent of its own, and its report follows. Tell the user what came out; do not do its work again.`
}

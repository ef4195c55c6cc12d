import type { Commands } from '../commands/index.ts'
import type { Language } from '../contract/error-texts.ts'
import type { SessionDeps } from '../session/index.ts'
import { findByName, turnRulesOf, type Skills } from '../skills/index.ts'

interface Deps {
  readonly commands: Commands
  readonly skills: Skills
  readonly isTrusted: (projectRoot: string) => boolean
  readonly language: () => Promise<Language>
}

type Of = Pick<SessionDeps, 'rulesOfCommand' | 'rulesOfSkill' | 'runCommand' | 'runShellLines' | 'expandCommand'>

/** What a conversation asks of slash commands and skills, each time in the person's language and by the folder's trust. */
export function createSessionCommands({ commands, skills, isTrusted, language }: Deps): Of {
  const placeOf = async (projectRoot: string) => ({ projectRoot, language: await language(), isTrusted: isTrusted(projectRoot) })
  return {
    rulesOfCommand: async (text, projectRoot) => commands.rulesOf(text, await placeOf(projectRoot)),
    async rulesOfSkill(id, projectRoot) {
      const place = { projectRoot, isTrusted: isTrusted(projectRoot) }
      const skill = findByName(await skills.forUser(place), id)
      return skill?.text.mode === 'inline' ? turnRulesOf(skill, place) : undefined
    },
    runCommand: async (text, { projectRoot, ...caller }) => commands.run(text, { place: await placeOf(projectRoot), caller }),
    runShellLines: async (text, { projectRoot, runShell }) => commands.runShell(text, { place: await placeOf(projectRoot), runShell }),
    expandCommand: async (text, projectRoot) => commands.expand(text, await placeOf(projectRoot)),
  }
}

import { builtinCommands, type CommandInfo } from '../contract/commands.ts'
import type { AppError } from '../contract/errors.ts'
import type { Language } from '../contract/error-texts.ts'

/** What a person can begin a prompt with. */
export interface Commands {
  list(place: { projectRoot: string | undefined; language: Language }): Promise<{ commands: CommandInfo[]; problems: AppError[] }>
}

export function createCommands(): Commands {
  return {
    list: async ({ language }) => ({ commands: builtinCommands.map((command) => builtinInfo(command, language)), problems: [] }),
  }
}

function builtinInfo({ name, kind, argumentHint, description }: (typeof builtinCommands)[number], language: Language): CommandInfo {
  return { name, kind, source: 'builtin', description: description[language], argumentHint }
}

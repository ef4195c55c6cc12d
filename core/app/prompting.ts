import type { Commands } from '../commands/index.ts'
import type { Config } from '../config/types.ts'
import type { Language } from '../contract/error-texts.ts'
import type { SessionDeps } from '../session/index.ts'

interface Deps {
  readonly config: Config
  readonly commands: Commands
  readonly isTrusted: (projectRoot: string) => boolean
}

/** What sessions ask for about the words a model reads. */
export function createPrompting({ config, commands, isTrusted }: Deps): Pick<SessionDeps, 'expandCommand'> {
  const language = async (): Promise<Language> => (await config.settings.get()).language ?? 'en'
  return {
    expandCommand: async (text, projectRoot) =>
      commands.expand(text, { projectRoot, language: await language(), isTrusted: isTrusted(projectRoot) }),
  }
}

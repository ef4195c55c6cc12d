import type { McpCandidate } from '../../../core/contract/mcp-install.ts'

/** What a person makes of a candidate. */
export interface Choice {
  readonly isTaken: boolean
  /** The name it is to have. */
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
}

export function choiceOf({ name, problem, settings }: McpCandidate): Choice {
  return { isTaken: problem === null, name, settings: Object.fromEntries(settings.map(({ key, initial }) => [key, initial])) }
}

/** Everything it must be given is given. */
export function isComplete({ settings }: McpCandidate, choice: Choice): boolean {
  if (!choice.isTaken) return true
  return choice.name.trim() !== '' && settings.every(({ key, required }) => !required || (choice.settings[key] ?? '').trim() !== '')
}

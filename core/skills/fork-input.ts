import type { ForkInput, UsableSkill } from './types.ts'

/** A skill as the agent that runs it is started. */
export function forkInput({ id, text }: UsableSkill, task: string): ForkInput {
  return { id, task, ...text.fork, allowedTools: text.allowedTools, disallowedTools: text.disallowedTools }
}

import type { SandboxLevel } from '../contract/permissions.ts'
import type { SandboxChoice } from '../permission/sandbox/index.ts'

const STRICTNESS: Readonly<Record<SandboxLevel, number>> = { off: 0, on: 1, required: 2 }

/** A file can set a stricter level than another, never a looser one. */
export function strictestSandbox(choices: readonly (SandboxChoice | undefined)[]): SandboxChoice {
  return choices.reduce<SandboxChoice>(
    (strictest, choice) => (choice && STRICTNESS[choice.level] > STRICTNESS[strictest.level] ? choice : strictest),
    {
      level: 'off',
      source: undefined,
    },
  )
}

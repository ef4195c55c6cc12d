import { z } from 'zod'

/** What settings say of hooks: of the person's own and of a policy. */
export const HookSettingsSchema = z.strictObject({
  /** Programs that shell actions may run; absent: any. */
  allowed_commands: z.array(z.string().trim().min(1).max(1_000)).max(1_000).optional(),
  /** Hosts that a project's hooks may reach though they are not on the public internet. */
  allowed_hosts: z.array(z.string().trim().min(1).max(300)).max(200).optional(),
  /** For rules that say nothing of it. */
  default_on_failure: z.enum(['allow', 'ask', 'block']).optional(),
})

export interface HookSettings {
  readonly allowedCommands: readonly string[] | undefined
  readonly allowedHosts: readonly string[]
  readonly onFailure: 'allow' | 'ask' | 'block'
}

const STRICT = ['allow', 'ask', 'block'] as const

/** The person's and the policy's together, the stricter of each. */
export function strictestHooks(all: readonly (z.output<typeof HookSettingsSchema> | undefined)[]): HookSettings {
  const said = all.flatMap((one) => one ?? [])
  const lists = said.flatMap(({ allowed_commands: list }) => (list ? [list] : []))
  const [first, ...rest] = lists
  const failures = said.map(({ default_on_failure: policy = 'allow' }) => STRICT.indexOf(policy))
  return {
    allowedCommands: first?.filter((command) => rest.every((list) => list.includes(command))),
    allowedHosts: said.flatMap(({ allowed_hosts: hosts = [] }) => hosts),
    onFailure: STRICT[Math.max(0, ...failures)] ?? 'allow',
  }
}

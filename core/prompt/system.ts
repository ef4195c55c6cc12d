import environment from '../../resources/prompts/en/environment.md?raw'
import stable from '../../resources/prompts/en/system.md?raw'

/** What the model is told of where it works; true when the epoch opens. */
export interface EnvironmentFacts {
  readonly projectRoot: string
  readonly platform: string
  readonly shell: string
  /** Local, as YYYY-MM-DD. */
  readonly date: string
  readonly branch: string
  readonly model: string
  /** The line that names the permission mode. */
  readonly mode: string
}

/** The two parts of the system text that an epoch sends unchanged. */
export function systemText(facts: EnvironmentFacts): { stable: string; environment: string } {
  const values = new Map(Object.entries(facts))
  return {
    stable: stable.trim(),
    environment: environment.trim().replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole),
  }
}

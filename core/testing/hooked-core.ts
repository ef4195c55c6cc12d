import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HookEvent } from '../contract/hooks.ts'
import { connectCore, type ConnectCoreOptions, type ConnectedCore } from './connect-core.ts'

/** A core whose person has hooks. */
export interface HookedCore extends ConnectedCore {
  /** Payloads of the events since the last call, in the order in which they were raised. */
  takeEvents(): Record<string, unknown>[]
  /** Writes the person's rules, as YAML entries indented by two; from the next turn on they count. */
  writeRules(entries: string): void
}

/** `rules`: YAML entries indented by two; undefined: one rule for every event, which keeps what it is given. */
export async function connectHookedCore(setup: ConnectCoreOptions & { rules?: string } = {}): Promise<HookedCore> {
  const core = await connectCore(setup)
  const { home } = core.platform.paths
  const seen = join(home, 'seen.jsonl')
  const writeRules = (entries: string): void => writeFileSync(join(home, 'hooks.yaml'), `hooks:\n${entries}\n`)
  writeRules(setup.rules ?? seeAll())
  return {
    ...core,
    writeRules,
    takeEvents() {
      if (!existsSync(seen)) return []
      const lines = readFileSync(seen, 'utf8').trim().split('\n')
      rmSync(seen)
      return lines.map((line): Record<string, unknown> => JSON.parse(line))
    },
  }
}

/** Entries that keep every event's payload. */
function seeAll(): string {
  return HookEvent.options
    .map((event) => `  - { name: see-${event}, event: ${event}, action: { type: shell, command: 'cat >> "$MEWCODE_HOME/seen.jsonl"' } }`)
    .join('\n')
}

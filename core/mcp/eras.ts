import { createHash } from 'node:crypto'
import { canonicalJson } from '../base/canonical-json.ts'
import type { McpLaunch } from '../config/types.ts'
import type { KeptFile } from './kept-file.ts'

export type Era = 'legacy' | 'modern'

/** Which generation of the protocol a server turned out to speak, so that the next start need not find out. */
export interface Eras {
  /** Undefined: not known, or the entry is another one now. */
  of(launch: McpLaunch): Promise<Era | undefined>
  learn(launch: McpLaunch, era: Era): Promise<void>
}

export function createEras(file: KeptFile): Eras {
  return {
    async of(launch) {
      const era = (await file.of(keyOf(launch))).get('era')
      return era === 'legacy' || era === 'modern' ? era : undefined
    },
    async learn(launch, era) {
      const key = keyOf(launch)
      if ((await file.of(key)).get('era') !== era) await file.keep(key, new Map([['era', era]]))
    },
  }
}

/** What may make it another program. Hashed, since a variable may hold a key. */
function keyOf(launch: McpLaunch): string {
  const { command, args, env, cwd, url, headers } = { command: '', args: [], env: {}, cwd: '', url: '', headers: {}, ...launch }
  return createHash('sha256')
    .update(canonicalJson([launch.type, command, args, env, cwd, url, headers]))
    .digest('hex')
}

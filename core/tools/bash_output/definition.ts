import { z } from 'zod'
import { limits } from '../limits.ts'
import { lookText } from '../shells/look-text.ts'
import type { Shells } from '../shells/types.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({ id: z.string().min(1), wait: z.int().min(0).max(limits.bash.lookWaitMs).optional() })

export function bashOutputDefinition(shells: Shells): Tool<typeof input> {
  return {
    name: 'bash_output',
    description: description.trim(),
    input,
    category: 'read',
    inBackground: true,
    paths: () => [],
    async run({ id, wait = 0 }, { sessionId, signal }) {
      const look = await shells.look(sessionId, id, { waitMs: wait, signal })
      return lookText(look)
    },
  }
}

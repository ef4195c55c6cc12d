import { z } from 'zod'
import { lookText } from '../shells/look-text.ts'
import type { Shells } from '../shells/types.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({ id: z.string().min(1) })

export function bashStopDefinition(shells: Shells): Tool<typeof input> {
  return {
    name: 'bash_stop',
    description: description.trim(),
    input,
    category: 'exec',
    inBackground: true,
    paths: () => [],
    async run({ id }, { sessionId, signal }) {
      await shells.stop(sessionId, id, { quiet: true })
      const look = await shells.look(sessionId, id, { waitMs: 0, signal })
      return lookText(look)
    },
  }
}

import { z } from 'zod'
import { asResult, type Board } from '../board/types.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({ id: z.string().min(1) })

export function taskGetDefinition(board: Board): Tool<typeof input> {
  return {
    name: 'task_get',
    description: description.trim(),
    input,
    category: 'none',
    paths: () => [],
    run: async ({ id }, { sessionId }) => asResult(await board.get(sessionId, id)),
  }
}

import { z } from 'zod'
import { asResult, type Board } from '../board/types.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({
  id: z.string().min(1),
  status: z.enum(['todo', 'completed', 'cancelled']).optional(),
  subject: z.string().trim().min(1).max(200).optional(),
  add_blocked_by: z.array(z.string()).max(50).optional(),
  owner: z.string().max(100).optional(),
})

export function taskUpdateDefinition(board: Board): Tool<typeof input> {
  return {
    name: 'task_update',
    description: description.trim(),
    input,
    category: 'none',
    paths: () => [],
    run: async (change, { sessionId }) =>
      asResult(
        await board.update(sessionId, {
          id: change.id,
          status: change.status,
          subject: change.subject,
          addBlockedBy: change.add_blocked_by ?? [],
          owner: change.owner,
        }),
      ),
  }
}

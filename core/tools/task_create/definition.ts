import { z } from 'zod'
import { asResult, type Board } from '../board/types.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({
  subject: z.string().trim().min(1).max(200),
  description: z.string().max(100_000).optional(),
  blocked_by: z.array(z.string()).max(50).optional(),
})

export function taskCreateDefinition(board: Board): Tool<typeof input> {
  return {
    name: 'task_create',
    description: description.trim(),
    input,
    category: 'none',
    paths: () => [],
    run: async (card, { sessionId }) =>
      asResult(
        await board.create(sessionId, { subject: card.subject, description: card.description ?? '', blockedBy: card.blocked_by ?? [] }),
      ),
  }
}

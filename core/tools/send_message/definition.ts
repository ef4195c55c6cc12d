import { z } from 'zod'
import { asResult, type Board } from '../board/types.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({ to: z.string().min(1), message: z.string().trim().min(1).max(100_000) })

export function sendMessageDefinition(board: Board): Tool<typeof input> {
  return {
    name: 'send_message',
    description: description.trim(),
    input,
    category: 'none',
    paths: () => [],
    run: async ({ to, message }, { sessionId }) => asResult(await board.send(sessionId, { to, text: message })),
  }
}

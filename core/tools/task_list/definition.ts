import { z } from 'zod'
import { TaskStatus } from '../../contract/tasks.ts'
import { asResult, type Board } from '../board/types.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({ status: TaskStatus.optional(), owner: z.string().max(100).optional() })

export function taskListDefinition(board: Board): Tool<typeof input> {
  return {
    name: 'task_list',
    description: description.trim(),
    input,
    category: 'none',
    paths: () => [],
    run: async (query, { sessionId }) => asResult(await board.list(sessionId, { status: query.status, owner: query.owner })),
  }
}

import { z } from 'zod'
import { limits } from '../limits.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { todoWriteTool } from './run.ts'

const item = z.object({
  content: z.string().min(1).max(500).describe('What to do: "Add the test"'),
  status: z.enum(['pending', 'in_progress', 'completed']),
  activeForm: z.string().max(500).describe('While doing it: "Adding the test"'),
})
const input = z.object({ items: z.array(item).max(limits.todo.items) })
export type TodoWriteInput = z.output<typeof input>

export const todoWriteDefinition: Tool<typeof input> = {
  name: 'todo_write',
  description: description.trim(),
  input,
  category: 'none',
  inBackground: true,
  paths: () => [],
  run: todoWriteTool,
}

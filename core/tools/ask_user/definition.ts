import { z } from 'zod'
import { limits } from '../limits.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { askUserTool } from './run.ts'

const option = z.object({
  label: z.string().min(1).max(limits.ask.labelChars),
  description: z.string().max(limits.ask.textChars).default(''),
})
const question = z.object({
  header: z.string().min(1).max(limits.ask.labelChars).describe('One or two words: "Database"'),
  text: z.string().min(1).max(limits.ask.textChars),
  options: z
    .array(option)
    .max(limits.ask.options)
    .default([])
    .refine((options) => new Set(options.map(({ label }) => label)).size === options.length, 'two options have the same label'),
  multiSelect: z.boolean().default(false),
})
const input = z.object({ questions: z.array(question).min(1).max(limits.ask.questions) })
export type AskUserInput = z.output<typeof input>

export const askUserDefinition: Tool<typeof input> = {
  name: 'ask_user',
  description: description.trim(),
  input,
  category: 'none',
  paths: () => [],
  run: askUserTool,
}

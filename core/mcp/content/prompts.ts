import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { McpPrompt } from '../../contract/mcp-content.ts'
import { plainText } from '../plain-text.ts'
import { listAll } from './pages.ts'
import type { ContentServer } from './types.ts'

const MAX_CHARS = 1_000
/** Of the words a prompt stands for. */
const MAX_PROMPT_CHARS = 200_000

const text = z.string().optional().catch(undefined)
const Argument = z.looseObject({ name: z.string().min(1).max(200), description: text, required: z.boolean().optional().catch(undefined) })
const Prompt = z.looseObject({
  name: z.string().min(1).max(200),
  title: text,
  description: text,
  arguments: z.array(z.unknown()).optional().catch(undefined),
})

export async function listPrompts(server: ContentServer, signal: AbortSignal): Promise<McpPrompt[]> {
  if (!server.offers().includes('prompts')) return []
  const listed = await listAll(server, { method: 'prompts/list', key: 'prompts', item: Prompt, signal })
  return [...new Map(listed.map((one) => [one.name, one])).values()].map(({ name, title, description = '', arguments: given = [] }) => ({
    name,
    title: title === undefined ? null : plainText(title, MAX_CHARS),
    description: plainText(description, MAX_CHARS),
    arguments: given.flatMap((one) => {
      const read = Argument.safeParse(one)
      if (!read.success) return []
      return [
        { name: read.data.name, description: plainText(read.data.description ?? '', MAX_CHARS), required: read.data.required === true },
      ]
    }),
  }))
}

const Block = z.looseObject({
  type: z.string().catch(''),
  text,
  uri: text,
  resource: z.looseObject({ uri: text, text }).optional().catch(undefined),
})
const Got = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']).catch('user'), content: z.union([Block, z.array(Block)]) })),
})

/** The words a prompt stands for. Who says them is told only where it is not the person alone. */
export async function getPrompt(
  server: ContentServer,
  {
    prompt,
    given,
    signal,
    asker,
  }: { prompt: McpPrompt; given: Readonly<Record<string, string>> } & Pick<Parameters<ContentServer['ask']>[0], 'signal' | 'asker'>,
): Promise<string> {
  const missing = prompt.arguments.find(({ name, required }) => required && (given[name] ?? '') === '')
  if (missing) throw new AppError('mcp.prompt_argument', { params: { name: server.name, prompt: prompt.name, argument: missing.name } })
  const params = { name: prompt.name, arguments: given }
  const { messages } = await server.ask({ method: 'prompts/get', params, read: Got, named: prompt.name, signal, asker })
  const isTalk = messages.some(({ role }) => role === 'assistant')
  const parts = messages.map(({ role, content }) => {
    const words = [content].flat().map(blockText).join('\n')
    return isTalk ? `${role === 'user' ? 'User' : 'Assistant'}: ${words}` : words
  })
  const whole = parts.join('\n\n').trim()
  return whole.length > MAX_PROMPT_CHARS ? `${whole.slice(0, MAX_PROMPT_CHARS).toWellFormed()}…` : whole
}

function blockText({ type, text: words, uri, resource }: z.output<typeof Block>): string {
  if (words !== undefined) return words
  if (resource) return `[resource ${resource.uri ?? ''}]\n${resource.text ?? ''}`
  return `[${type || 'block'}${uri === undefined ? '' : ` ${uri}`}]`
}

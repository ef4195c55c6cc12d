import { ProtocolError, ProtocolErrorCode, type CreateMessageResult } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { OpenCall } from './open-calls.ts'
import type { createLine } from './line.ts'

/** Of all messages together. */
const MAX_CHARS = 200_000
/** An answer for a server is a side question, however much it asks for. */
const MAX_TOKENS = 8_192
/** As the protocol names a person's no. */
const REJECTED = -1

const Block = z.looseObject({ type: z.string(), text: z.string().optional() })
const Asked = z.looseObject({
  messages: z
    .array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.union([Block, z.array(Block)]) }))
    .min(1)
    .max(200),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().int().positive().catch(MAX_TOKENS),
  tools: z.unknown().optional(),
})

interface Asking {
  readonly server: string
  readonly call: OpenCall | undefined
  readonly line: ReturnType<typeof createLine>
  readonly signal: AbortSignal
}

/** An answer of the session's model for a server, when the person has said yes to the question and to the answer. */
export async function sample(params: unknown, { server, call, line, signal }: Asking): Promise<CreateMessageResult> {
  const read = Asked.safeParse(params)
  if (!read.success || read.data.tools !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Text messages only')
  const { systemPrompt = '', maxTokens } = read.data
  const messages = read.data.messages.map(({ role, content }) => ({ role, text: [content].flat().map(textOf).join('\n') }))
  if (messages.reduce((sum, { text }) => sum + text.length, systemPrompt.length) > MAX_CHARS)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The messages are too long')
  const asker = call?.asker
  if (!asker) throw new ProtocolError(REJECTED, 'Nobody can be asked')
  // What other servers have said is not this one's to see: `includeContext` is left alone.
  const question = { server, message: '', system: systemPrompt, messages, maxTokens: Math.min(maxTokens, MAX_TOKENS) }
  try {
    const answer = await line(() => call.patience.pausedFor(() => asker.sample(question, signal)))
    if (!answer) throw new ProtocolError(REJECTED, 'The user said no')
    const { text, model, stopReason } = answer
    return { role: 'assistant', content: { type: 'text', text }, model, stopReason }
  } catch (error) {
    if (error instanceof AppError) throw new ProtocolError(ProtocolErrorCode.InternalError, `The model gave no answer: ${error.code}`)
    throw error
  }
}

/** The models behind a session take what it has attached itself; of a server's question only the words are taken. */
function textOf({ type, text }: z.output<typeof Block>): string {
  return type === 'text' && text !== undefined ? text : `[${type.slice(0, 40)}, left out]`
}

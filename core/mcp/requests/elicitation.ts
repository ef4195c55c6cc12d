import { ProtocolError, ProtocolErrorCode, type ElicitResult } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { plainText } from '../plain-text.ts'
import { asksSecret, formContent, readForm } from './form.ts'
import type { createLine } from './line.ts'
import { readLink } from './link.ts'
import type { OpenCall } from './open-calls.ts'

const MAX_CHARS = 4_000

const Asked = z.discriminatedUnion('mode', [
  z.looseObject({ mode: z.literal('url'), message: z.string().catch(''), url: z.string() }),
  z.looseObject({ mode: z.literal('form'), message: z.string().catch(''), requestedSchema: z.unknown() }),
])

interface Asking {
  readonly server: string
  readonly call: OpenCall | undefined
  readonly line: ReturnType<typeof createLine>
  /** Of the server's own request. */
  readonly signal: AbortSignal
  /** Tells the server's log. */
  readonly note: (text: string) => void
}

/** What a server wants to know from the person, as its protocol answers it. Where nobody can be asked the answer is no. */
export async function elicit(params: unknown, { server, call, line, signal, note }: Asking): Promise<ElicitResult> {
  const given = typeof params === 'object' && params !== null ? params : {}
  // Older servers know forms only and do not name them.
  const read = Asked.safeParse({ mode: 'form', ...given })
  if (!read.success) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Neither a form nor an address')
  const asked = read.data
  const message = plainText(asked.message, MAX_CHARS)
  const ask = asked.mode === 'url' ? askLink(asked.url) : askForm(asked.requestedSchema)
  if (!ask || !call?.asker) return { action: 'decline' }
  try {
    return (await line(() => call.patience.pausedFor(ask))) ?? { action: 'decline' }
  } catch (error) {
    if (call.patience.signal.aborted || signal.aborted) return { action: 'cancel' }
    throw error
  }

  function askLink(address: string): (() => Promise<ElicitResult>) | undefined {
    const link = readLink(address)
    if (!link) note(`an address it wanted opened was refused: ${address.slice(0, 200)}`)
    const asker = call?.asker
    return (
      link &&
      asker &&
      (async () => {
        const { action } = await asker.open({ server, message, ...link }, signal)
        return { action }
      })
    )
  }

  function askForm(requestedSchema: unknown): (() => Promise<ElicitResult>) | undefined {
    const fields = readForm(requestedSchema)
    if (!fields) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'A form has flat fields of text, numbers, switches and choices')
    const asker = call?.asker
    return (
      asker &&
      (async () => {
        const { action, values } = await asker.fillIn({ server, message, fields, asksSecret: asksSecret(message, fields) }, signal)
        return action === 'accept' ? { action, content: formContent(fields, values) } : { action }
      })
    )
  }
}

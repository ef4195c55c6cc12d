import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/types.ts'
import type { Usage } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { Message } from '../contract/messages.ts'
import { costUsd, toAppError, type ModelRequest } from '../llm/index.ts'
import type { Storage } from '../storage/types.ts'
import type { Providers } from './providers.ts'

interface Deps {
  readonly storage: Storage
  readonly config: Config
  readonly providers: Providers
  readonly clock: Clock
}

interface AsideQuestion {
  readonly sessionId: string
  /** `small`: the `haiku` role of the session's provider, without one the session's own model. */
  readonly on: 'small' | 'own'
  readonly system: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
  readonly maxTokens: number
}

/** A question to a session's provider that stands in no conversation; what it cost is the session's. `AppError('provider.*')`. */
export type Aside = (question: AsideQuestion, signal: AbortSignal) => Promise<{ text: string; model: string; isCut: boolean }>

export function createAside({ storage, config, providers, clock }: Deps): Aside {
  return async ({ sessionId, on, system, messages, maxTokens }, signal) => {
    const session = storage.sessions.get(sessionId)
    const project = session && storage.projects.get(session.projectId)
    if (!session || !project) throw new AppError('session.not_found')
    const entry = providers.find(await config.load(project.path), session.provider)
    const model = on === 'small' ? (entry.roles.haiku ?? session.model) : session.model
    const { provider, facts } = await providers.ready(entry, model, { sessionId, projectRoot: project.path })
    const at = clock.now()
    const request: ModelRequest = {
      model,
      system: { stable: system, environment: '' },
      tools: [],
      messages: messages.map((one, index) => asMessage(one, { id: `aside-${index}`, createdAt: at, provider: entry.name, model })),
      maxTokens: Math.min(maxTokens, facts.maxOutput),
    }
    let text = ''
    let isCut = false
    let usage: Usage | undefined
    try {
      for await (const event of provider.stream(request, signal)) {
        if (event.type === 'text') text += event.text
        else if (event.type === 'usage') usage = event.usage
        else if (event.type === 'done') isCut = event.stopReason === 'max_tokens'
        else if (event.type === 'error') throw toAppError(event.error, entry.name)
      }
    } finally {
      // Belongs to no step, yet was spent.
      if (usage) {
        const priced = { ...usage, costUsd: costUsd(usage, facts) }
        storage.usage.add({ sessionId, turnId: '', step: 0, provider: entry.name, model, usage: priced, at })
      }
    }
    signal.throwIfAborted()
    return { text, model, isCut }
  }
}

function asMessage(
  { role, text }: AsideQuestion['messages'][number],
  at: { id: string; createdAt: number; provider: string; model: string },
): Message {
  if (role === 'user') return { role, id: at.id, turnId: '', createdAt: at.createdAt, text, attachments: [], reminders: [] }
  return { role, ...at, turnId: '', step: 0, parts: [{ type: 'text', text }] }
}

import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/types.ts'
import type { Usage } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { UserMessage } from '../contract/messages.ts'
import { costUsd, toAppError, type ModelRequest } from '../llm/index.ts'
import type { Storage } from '../storage/types.ts'
import type { AskSmallModel } from '../tools/index.ts'
import type { Providers } from './providers.ts'

/** An answer from a page is a few paragraphs; a model that thinks first needs the rest. */
const MAX_TOKENS = 4_096

interface Deps {
  readonly storage: Storage
  readonly config: Config
  readonly providers: Providers
  readonly clock: Clock
}

/** Side questions go to the `haiku` role of the session's provider, without one to the session's own model. */
export function createSmallModel({ storage, config, providers, clock }: Deps): AskSmallModel {
  return async ({ sessionId, instructions, text }, signal) => {
    const session = storage.sessions.get(sessionId)
    const project = session && storage.projects.get(session.projectId)
    if (!session || !project) throw new AppError('session.not_found')
    const entry = providers.find(await config.load(project.path), session.provider)
    const model = entry.roles.haiku ?? session.model
    const { provider, facts } = await providers.ready(entry, model)
    const at = clock.now()
    const question: UserMessage = { role: 'user', id: 'question', turnId: '', createdAt: at, text, attachments: [], reminders: [] }
    const request: ModelRequest = {
      model,
      system: { stable: instructions, environment: '' },
      tools: [],
      messages: [question],
      maxTokens: Math.min(MAX_TOKENS, facts.maxOutput),
    }
    let answer = ''
    let usage: Usage | undefined
    try {
      for await (const event of provider.stream(request, signal)) {
        if (event.type === 'text') answer += event.text
        else if (event.type === 'usage') usage = event.usage
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
    return answer
  }
}

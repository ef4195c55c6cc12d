import type { ProviderConfig } from '../config/types.ts'
import { newId } from '../base/ids.ts'
import type { Environment, Logger, Platform } from '../platform/platform.ts'
import type { EndpointMemory } from './endpoint-memory.ts'
import type { AssemblerContext } from './assembler.ts'
import { costUsd, modelFacts } from './facts.ts'
import { ProviderError, type ModelRequest } from './types.ts'

export interface ProviderDeps {
  readonly config: ProviderConfig
  /** The key to send; undefined where none is needed. What it throws, `stream` throws. */
  readonly resolveKey: () => Promise<string | undefined>
  /** Looks the key up again after a 401, past any cache; absent where that could not change it. */
  readonly renewKey?: (() => Promise<string | undefined>) | undefined
  readonly endpoints: EndpointMemory
  /** For the proxy variables. */
  readonly env: Environment
  /** The system's own proxy settings, where the host knows them. */
  readonly systemProxy?: Platform['systemProxy'] | undefined
  readonly log: Logger
}

/** What an assembler needs to know of the request it answers. */
export function assemblerContext(
  { config }: ProviderDeps,
  { request, requestId }: { request: ModelRequest; requestId: string | null },
): AssemblerContext {
  const used = new Set(
    request.messages.flatMap((message) =>
      message.role === 'assistant' ? message.parts.flatMap((part) => (part.type === 'tool_call' ? [part.toolCallId] : [])) : [],
    ),
  )
  const facts = modelFacts(request.model)
  return {
    provider: config.name,
    model: request.model,
    callId(vendorId) {
      const id = vendorId === '' || used.has(vendorId) ? `call_${newId().replaceAll('-', '')}` : vendorId
      used.add(id)
      return id
    },
    requestId: () => (requestId === null ? {} : { requestId }),
    costUsd: (usage) => costUsd(usage, facts),
  }
}

/** Header values are visible ASCII; a key with a line break or a stray sign would fail deep inside an SDK. */
export function checkKey(key: string | undefined): void {
  if (!key || /^[\x21-\x7e]+$/.test(key)) return
  throw new ProviderError('auth', 'the key holds characters that no key has')
}

// The SDK's timer holds 32 bits of milliseconds; the limits are the line's.
export const noTimeout = 2 ** 31 - 1

/** What stands in place of the SDK's own bearer header. */
export function authHeaders(key: string | undefined, auth: ProviderDeps['config']['auth']): Record<string, string | null> {
  if (!key) return { authorization: null }
  if (auth === undefined || auth === 'bearer') return {}
  return { authorization: null, [auth]: key }
}

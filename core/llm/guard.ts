import type { Clock } from '../base/clock.ts'
import { createBreaker, type Breaker } from './breaker.ts'
import { createTurnstile, type Limits, type Turnstile } from './limits.ts'
import { ProviderError, type Provider, type ProviderErrorKind, type StreamEvent } from './types.ts'

/** What all sessions of a core share of each provider: its limits, and its rest after a row of failures. */
export interface Guards {
  guard(provider: Provider, limits: Limits): Provider
}

interface Guard {
  readonly breaker: Breaker
  readonly turnstile: Turnstile
}

export function createGuards(clock: Clock): Guards {
  const guards = new Map<string, Guard>()
  const guardOf = (name: string): Guard => {
    const known = guards.get(name) ?? { breaker: createBreaker(clock), turnstile: createTurnstile(clock) }
    guards.set(name, known)
    return known
  }
  return {
    guard: (provider, limits) => ({
      name: provider.name,
      protocol: provider.protocol,
      // A question that nobody waits for takes no place in the queue.
      ...(provider.countTokens && { countTokens: provider.countTokens }),
      stream: (request, signal) => {
        const { breaker, turnstile } = guardOf(provider.name)
        return {
          [Symbol.asyncIterator]: () =>
            guarded(
              { breaker, insists: request.insists ?? false, enter: (until) => turnstile.enter(limits, until) },
              (until) => provider.stream(request, until),
              signal,
            ),
        }
      },
    }),
  }
}

interface Gate {
  readonly breaker: Breaker
  readonly insists: boolean
  readonly enter: (signal: AbortSignal) => Promise<() => void>
}

type Send = (signal: AbortSignal) => AsyncIterable<StreamEvent>

/** By hand and not as a generator: giving the iterator up must reach the inner one even while it waits. */
function guarded({ breaker, insists, enter }: Gate, send: Send, signal: AbortSignal): AsyncIterator<StreamEvent> {
  const abandon = new AbortController()
  const until = AbortSignal.any([signal, abandon.signal])
  const events = run()
  return {
    next: () => events.next(),
    return: () => {
      abandon.abort()
      return events.return(undefined)
    },
  }

  async function* run(): AsyncGenerator<StreamEvent, undefined> {
    const leave = await enter(until).catch((error: unknown) => {
      if (until.aborted) return undefined
      throw error
    })
    if (!leave) return
    try {
      const restMs = breaker.restMs()
      if (restMs > 0 && !insists) {
        yield {
          type: 'error',
          error: new ProviderError('resting', `${Math.ceil(restMs / 1000)} s`, { retryAfterMs: restMs, retryable: true }),
        }
        return
      }
      for await (const event of send(until)) {
        if (event.type === 'done') breaker.succeeded()
        if (event.type === 'error' && troubles.has(event.error.kind)) breaker.failed()
        yield event
      }
    } finally {
      leave()
    }
  }
}

/** Failures that say something about the provider, and not about one request or one account's pace. */
const troubles: ReadonlySet<ProviderErrorKind> = new Set(['overloaded', 'server', 'unreachable', 'timeout', 'truncated'])

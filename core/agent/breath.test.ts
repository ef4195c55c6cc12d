import { expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import type { StreamEvent } from '../llm/types.ts'
import { streamStep } from './step.ts'
import type { TurnModel } from './types.ts'

const GIVE_UP_MS = 1_000

it('keeps no timer waiting for the end of an answer that is there all at once', async () => {
  let isDue = false
  let isLate = false
  const provider = {
    name: 'fast',
    protocol: 'demo' as const,
    async *stream(): AsyncGenerator<StreamEvent> {
      const startedAt = performance.now()
      setTimeout(() => (isDue = true), 1)
      while (!isDue && !isLate) {
        yield { type: 'text', text: 'a word ' }
        isLate = performance.now() - startedAt > GIVE_UP_MS
      }
      yield { type: 'done', stopReason: 'end_turn', raw: undefined }
    },
  }
  const on: TurnModel = {
    ...{ provider, model: 'one', maxTokens: 100, settings: {}, maxRetries: 0, contextWindow: 1_000, minCacheTokens: 0 },
    isCutOff: () => false,
    costUsd: () => null,
  }
  const deps = {
    fallback: () => Promise.resolve(undefined),
    isWatched: false,
    onHurry: () => () => undefined,
    clock: systemClock,
    log: { log: () => undefined },
    emit: () => undefined,
    spend: () => undefined,
    blobs: undefined,
  }
  const request = { system: { stable: '', environment: '' }, tools: [] }
  const result = await streamStep(deps, { step: 1, messages: [], request, on, signal: new AbortController().signal })
  expect(result.kind).toBe('complete')
  expect(isLate).toBe(false)
})

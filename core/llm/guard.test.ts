import { describe, expect, it } from 'vitest'
import type { Clock } from '../base/clock.ts'
import { collect, requestWith, summary, user } from './fixtures.ts'
import { createGuards } from './guard.ts'
import { ProviderError, type Provider, type StreamEvent } from './types.ts'

/** A clock that stands until it is told to go on. */
function steppedClock(): Clock & { pass(ms: number): Promise<void> } {
  let now = 0
  const waits: { at: number; wake: () => void }[] = []
  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        waits.push({ at: now + ms, wake: resolve })
      }),
    async pass(ms) {
      now += ms
      for (const { at, wake } of waits) if (at <= now) wake()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

function scripted(events: () => AsyncIterable<StreamEvent>): Provider {
  return { name: 'p', protocol: 'anthropic', stream: events }
}

const failing = (kind: ConstructorParameters<typeof ProviderError>[0]) =>
  scripted(async function* () {
    yield { type: 'error', error: new ProviderError(kind, 'scripted', { retryable: true }) }
  })
const fine = scripted(async function* () {
  yield { type: 'done', stopReason: 'end_turn', raw: undefined }
})
const none = { concurrency: 0, rpm: 0 }
const ask = async (provider: Provider, signal = new AbortController().signal) =>
  summary(await collect(provider.stream(requestWith([user('hi')]), signal)))['end']

describe('five failed requests within a minute', () => {
  it('leave the provider alone for half a minute, in every session', async () => {
    const clock = steppedClock()
    const guards = createGuards(clock)
    for (let n = 0; n < 5; n++) expect(await ask(guards.guard(failing('server'), none))).toBe('error:server')
    const [event] = await collect(guards.guard(fine, none).stream(requestWith([user('hi')]), new AbortController().signal))
    expect(event).toMatchObject({ type: 'error', error: { kind: 'resting', retryAfterMs: 30_000, retryable: true } })
    await clock.pass(30_000)
    expect(await ask(guards.guard(fine, none))).toBe('end_turn')
  })

  it("count only within the minute, only in a row, and only what is the provider's own trouble", async () => {
    const clock = steppedClock()
    const guards = createGuards(clock)
    for (const kind of ['rate_limited', 'bad_request', 'auth', 'context_overflow', 'billing', 'rate_limited'] as const)
      await ask(guards.guard(failing(kind), none))
    for (let n = 0; n < 4; n++) await ask(guards.guard(failing('timeout'), none))
    expect(await ask(guards.guard(fine, none))).toBe('end_turn')
    for (let n = 0; n < 4; n++) await ask(guards.guard(failing('timeout'), none))
    await clock.pass(61_000)
    await ask(guards.guard(failing('timeout'), none))
    expect(await ask(guards.guard(fine, none))).toBe('end_turn')
  })
})

describe('limits', () => {
  it('let so many requests at once through, the others in their order, and free the place of one given up', async () => {
    const guards = createGuards(steppedClock())
    const limits = { concurrency: 1, rpm: 0 }
    const gate = Promise.withResolvers<void>()
    const started: string[] = []
    const held = (name: string): Provider =>
      scripted(async function* () {
        started.push(name)
        await gate.promise
        yield { type: 'done', stopReason: 'end_turn', raw: undefined }
      })
    const stop = new AbortController()
    const first = ask(guards.guard(held('first'), limits))
    const second = ask(guards.guard(held('second'), limits), stop.signal)
    const third = ask(guards.guard(held('third'), limits))
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toEqual(['first'])
    stop.abort()
    gate.resolve()
    expect(await Promise.all([first, second, third])).toEqual(['end_turn', 'none', 'end_turn'])
    expect(started).toEqual(['first', 'third'])
  })

  it('let so many requests a minute through', async () => {
    const clock = steppedClock()
    const guards = createGuards(clock)
    const limits = { concurrency: 0, rpm: 2 }
    await ask(guards.guard(fine, limits))
    await clock.pass(10_000)
    await ask(guards.guard(fine, limits))
    let end: unknown
    const third = ask(guards.guard(fine, limits)).then((said) => (end = said))
    await clock.pass(49_999)
    expect(end).toBeUndefined()
    await clock.pass(1)
    await third
    expect(end).toBe('end_turn')
  })
})

import type { FetchLike } from '@modelcontextprotocol/client'
import type { Clock } from '../../base/clock.ts'

const MAX_TRIES = 3
/** Whoever asks for more is told to the caller instead. */
const MAX_WAIT_MS = 60_000

/** Comes back when a server that is full says so (429 or 503 with `Retry-After`): what was asked was not done. */
export function patientFetch(fetch: FetchLike, clock: Clock): FetchLike {
  return async (address, init) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(address, init)
      const waitMs = answer.status === 429 || answer.status === 503 ? retryAfterMs(answer, clock.now()) : undefined
      if (waitMs === undefined || waitMs > MAX_WAIT_MS || tries === MAX_TRIES) return answer
      await answer.body?.cancel()
      await clock.wait(waitMs, init?.signal ?? undefined)
    }
  }
}

/** Seconds, or a date. */
function retryAfterMs(answer: Response, now: number): number | undefined {
  const text = answer.headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** As if the server had no stream of its own news; a stream that is taken up again is another matter. */
export function withoutStream(fetch: FetchLike): FetchLike {
  return async (address, init) => {
    const isStream = (init?.method ?? 'GET') === 'GET' && !new Headers(init?.headers).has('last-event-id')
    return isStream ? new Response(null, { status: 405 }) : fetch(address, init)
  }
}

import { extractWWWAuthenticateParams, type FetchLike } from '@modelcontextprotocol/client'
import type { Challenge } from './discover.ts'
import type { Target } from './types.ts'

/** What an answer that turned a request away asks for. */
export function challengeOf(answer: Response): Challenge & { readonly error: string | undefined } {
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(answer)
  return { resourceMetadataUrl, scope, error }
}

/** Knocks without a token; undefined: the door is open. */
export async function knock({ url, headers }: Target, fetch: FetchLike, signal: AbortSignal): Promise<Challenge | undefined> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    // Nothing starts with it; a server that wants no sign-in answers or refuses it.
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
    signal,
  })
  await answer.body?.cancel()
  return answer.status === 401 || answer.status === 403 ? challengeOf(answer) : undefined
}

import { countOf, objectOf, parseJson } from './json.ts'
import { createLine, type Line } from './line.ts'
import type { ProviderDeps } from './provider-deps.ts'
import type { WebRoute } from '../platform/index.ts'

interface Counting {
  readonly deps: ProviderDeps
  readonly route: WebRoute
  readonly baseUrl: string
  readonly model: string
  readonly signal: AbortSignal
  /** Sends the question through the line. */
  open(line: Line): Promise<Response>
}

/** Under this name an endpoint is remembered that cannot count. */
const field = 'count_tokens'

/** What the vendor counts for a prompt; undefined where it does not, for whatever reason: nobody waits for it. */
export async function countTokens({ deps, route, baseUrl, model, signal, open }: Counting): Promise<number | undefined> {
  const endpoint = { baseUrl, model }
  if ((await deps.endpoints.refused(endpoint)).has(field)) return undefined
  const line = createLine({ timeouts: deps.config.timeouts, route, signal })
  try {
    await open(line)
    const tokens = countOf(objectOf(parseJson(await readAll(line)))['input_tokens'])
    line.close(true)
    return tokens
  } catch (error) {
    line.close(false)
    const status = statusOf(error)
    if (status !== undefined && [404, 405, 501].includes(status)) await deps.endpoints.learn(endpoint, field)
    deps.log.log('info', 'llm', 'tokens not counted', { host: new URL(baseUrl).host, model, status, detail: String(error).slice(0, 300) })
    return undefined
  }
}

async function readAll(line: Line): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = await line.read(); bytes && text.length < 64 * 1024; bytes = await line.read())
    text += decoder.decode(bytes, { stream: true })
  return text
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined
}

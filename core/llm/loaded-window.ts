import { contactingFor } from '../platform/index.ts'
import { countOf, isObject, listOf, objectOf, stringOf } from './json.ts'

interface Asked {
  /** Of the provider, with its `/v1`. */
  readonly baseUrl: string
  readonly model: string
  readonly signal?: AbortSignal
}

const answerWithinMs = 400

/** Tokens the model was loaded with by an Ollama or LM Studio on this machine; undefined where neither answers or it is not loaded. */
export async function loadedWindow({ baseUrl, model, signal }: Asked): Promise<number | undefined> {
  const { origin, hostname } = new URL(baseUrl)
  // Others' servers are not asked for what is not in their interface.
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return undefined
  const [ollama, lmStudio] = await Promise.all([
    askJson(`${origin}/api/ps`, signal),
    askJson(`${origin}/api/v0/models/${encodeURIComponent(model)}`, signal),
  ])
  const running = listOf(objectOf(ollama)['models']).map(objectOf)
  const loaded = running.find((one) =>
    [one['name'], one['model']].map(stringOf).some((name) => name === model || name === `${model}:latest`),
  )
  return countOf(loaded?.['context_length']) || countOf(objectOf(lmStudio)['loaded_context_length']) || undefined
}

async function askJson(url: string, signal: AbortSignal | undefined): Promise<unknown> {
  const limit = AbortSignal.timeout(answerWithinMs)
  try {
    const until = signal ? AbortSignal.any([signal, limit]) : limit
    const response = await contactingFor('model', () => fetch(url, { signal: until, redirect: 'error' }))
    const body: unknown = response.ok ? await response.json() : undefined
    return isObject(body) ? body : undefined
  } catch (error) {
    // Nobody there, another kind of server, or no JSON: each means that the window is not told.
    signal?.throwIfAborted()
    if (error instanceof Error) return undefined
    throw error
  }
}

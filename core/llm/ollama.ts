import { isObject, listOf, objectOf, stringOf } from './json.ts'
import { contactingFor } from '../platform/index.ts'
import type { Environment } from '../platform/platform.ts'

export interface OllamaFound {
  /** Base of its OpenAI form, ready for a provider's `base_url`. */
  readonly url: string
  readonly models: readonly string[]
}

const answerWithinMs = 500

/** Looks for a running Ollama at `OLLAMA_HOST`, else on this machine; null when nothing answers in half a second. */
export async function detectOllama({ env, signal }: { env: Environment; signal?: AbortSignal }): Promise<OllamaFound | null> {
  const base = ollamaBase(env['OLLAMA_HOST'])
  if (!base) return null
  const limit = AbortSignal.timeout(answerWithinMs)
  try {
    const until = signal ? AbortSignal.any([signal, limit]) : limit
    const response = await contactingFor('model', () => fetch(`${base}/api/tags`, { signal: until, redirect: 'error' }))
    if (!response.ok) return null
    const body: unknown = await response.json()
    if (!isObject(body)) return null
    const models = listOf(body['models']).map((model) => stringOf(objectOf(model)['name']))
    return { url: `${base}/v1`, models: models.filter((name) => name !== '') }
  } catch (error) {
    // Nothing listens there, or it is not Ollama: both mean "not found". The caller's own abort is the caller's.
    signal?.throwIfAborted()
    if (error instanceof Error) return null
    throw error
  }
}

/** `OLLAMA_HOST` as Ollama reads it: scheme and port may be missing, 0.0.0.0 means "all addresses" and is asked as loopback. */
function ollamaBase(host = ''): string | undefined {
  const text = host.trim() || '127.0.0.1'
  const withScheme = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(withScheme)) return undefined
  const url = new URL(withScheme)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  const hasPort = url.port !== '' || /:\d+\/?$/.test(text)
  if (!hasPort && !/^https?:/.test(text)) url.port = '11434'
  return url.href.replace(/\/$/, '')
}

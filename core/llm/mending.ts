import { capabilities } from './facts.ts'
import { loadMedia, shownKinds, type Media } from './media.ts'
import type { MediaBlock } from '../contract/common.ts'
import type { ProviderDeps } from './provider-deps.ts'
import { checkKey } from './provider-deps.ts'
import { schemaOf, without } from './fit.ts'
import { listOf, objectOf, stringOf, type JsonObject } from './json.ts'
import type { ModelRequest, ProviderError, StreamEvent } from './types.ts'

/** Makes the second try of a refused request: a key anew, a field less. Nothing here is tried twice. */
export interface Mending {
  /** The key to sign with; looked up once, and once more after a 401 where a command makes it. */
  key(): Promise<string | undefined>
  /** The images and documents of the request, as far as the model and this endpoint take them. */
  media(): Promise<Media>
  /** The body without what this endpoint is known to refuse. */
  fit(body: JsonObject): Promise<JsonObject>
  /** What to tell when the refusal can be met by sending again; undefined: it cannot. */
  mend(error: ProviderError): Promise<readonly StreamEvent[] | undefined>
}

interface MendingOptions {
  readonly baseUrl: string
  readonly request: ModelRequest
}

export function createMending(deps: ProviderDeps, { baseUrl, request }: MendingOptions): Mending {
  const endpoint = { baseUrl, model: request.model }
  let sent: JsonObject = {}
  let renewed: string | undefined
  let hasRenewed = false
  let shows: readonly MediaBlock['type'][] = []

  return {
    async key() {
      const key = renewed ?? (await deps.resolveKey())
      checkKey(key)
      return key
    },
    async media() {
      const refused = await deps.endpoints.refused(endpoint)
      const { isKnown, images, pdf } = capabilities(request.model)
      // Of a model that is not in the table nothing is known: it is tried.
      const media = await loadMedia(request, {
        images: (images || !isKnown) && !refused.has('images'),
        documents: (pdf || !isKnown) && !refused.has('documents'),
      })
      shows = shownKinds(request.messages, media)
      return media
    },
    async fit(body) {
      const refused = await deps.endpoints.refused(endpoint)
      sent = [...refused].reduce(without, body)
      return sent
    },
    async mend(error) {
      if (error.status === 401 && deps.renewKey && !hasRenewed) {
        hasRenewed = true
        renewed = await deps.renewKey()
        return renewed === undefined ? undefined : []
      }
      const refusal = refusedMedia(error, shows)
      if (refusal !== undefined) return (await deps.endpoints.learn(endpoint, refusal)) ? [] : undefined
      if (error.kind !== 'bad_request' || (error.status !== 400 && error.status !== 422)) return undefined
      const field = refusedField(error.message, sent)
      if (field === undefined || !(await deps.endpoints.learn(endpoint, field))) return undefined
      if (!field.startsWith(schemaOf)) return []
      return [
        { type: 'notice', code: 'provider.schema_changed', params: { provider: deps.config.name, tool: field.slice(schemaOf.length) } },
      ]
    },
  }
}

/** Fields a request can do without, those nearest to a word of a longer one first. */
const optional = [
  'stream_options',
  'temperature',
  'top_p',
  'seed',
  'stop_sequences',
  'stop',
  'reasoning_effort',
  'reasoning',
  'enable_thinking',
  'thinking',
  'output_config',
  'include',
  'store',
] as const

const refusing =
  /not (?:currently )?(?:be )?(?:support|permit|allow)|unsupport|unrecogni[sz]ed|unknown|extra (?:inputs|fields)|extra_forbidden|deprecated|unexpected|does not (?:support|accept)|isn't supported|must be verified|only \S+ (?:is|are) allowed/i

/** In the words of vendors, gateways and servers; some answer 404, for no model of theirs takes it, or 500. */
const refusingImages =
  /image[ _]?(?:url|input)?s?\b.{0,40}(?:not supported|unsupported|only supported by certain|not allowed)|(?:not support|doesn't support|unsupported|no endpoints found that support).{0,30}(?:image|vision|multi-?modal)|unknown variant `image_url`|not a (?:vision|multi-?modal) model|missing (?:data required for )?(?:image|mmproj)|mmproj/i
const refusingDocuments =
  /(?:pdf|file|document)s?\b.{0,40}(?:not supported|unsupported|not allowed)|(?:not support|doesn't support|unsupported|no endpoints found that support).{0,30}(?:pdf|file|document)|unknown variant `(?:file|document|input_file)`|invalid (?:content )?type.{0,20}['"`](?:file|input_file|document)/i

/** Which of what the request shows its endpoint does not take at all. */
function refusedMedia({ status, message }: ProviderError, shows: readonly MediaBlock['type'][]): 'images' | 'documents' | undefined {
  if (status === undefined || ![400, 404, 415, 422, 500].includes(status)) return undefined
  if (shows.includes('document') && refusingDocuments.test(message)) return 'documents'
  if (shows.includes('image') && refusingImages.test(message)) return 'images'
  return undefined
}

/** Which part of the body a refusal is about, in the name it is remembered by; undefined when it is about none that can go. */
function refusedField(message: string, body: JsonObject): string | undefined {
  if (/tool call id/i.test(message) && /length of 9/.test(message)) return 'ids:nine'
  if (/unexpected role '?user'? after role '?tool'?/i.test(message)) return 'answer-after-tool'
  const tool = refusedSchema(message, body)
  if (tool !== undefined) return schemaOf + tool
  if (/reasoning_content/.test(message)) {
    return /must be passed back|missing|required/i.test(message)
      ? 'needs:reasoning_content'
      : refusing.test(message)
        ? 'reasoning_content'
        : undefined
  }
  if (/reasoning_details/.test(message) && refusing.test(message)) return 'reasoning_details'
  if (!refusing.test(message)) return undefined
  const limit = ['max_completion_tokens', 'max_tokens'].find(
    (name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(message) && name in body,
  )
  // It often names the other one as the remedy: the first that was sent is meant.
  if (limit !== undefined) return limit
  if (/summar/i.test(message) && 'summary' in objectOf(body['reasoning'])) return 'reasoning.summary'
  if (/encrypted content/i.test(message) && 'include' in body) return 'include'
  return optional.find((name) => name in body && new RegExp(`(?<![\\w])${name}(?![\\w])`).test(message))
}

/** OpenAI names the function, Anthropic its place in the list. */
function refusedSchema(message: string, body: JsonObject): string | undefined {
  const tools = listOf(body['tools']).map(objectOf)
  const named = /invalid schema for function '([\w-]+)'/i.exec(message)?.[1]
  const nameOf = (tool: JsonObject): string => stringOf(tool['name']) || stringOf(objectOf(tool['function'])['name'])
  // A name that was not sent would be learnt anew with every try.
  if (named !== undefined) return tools.some((tool) => nameOf(tool) === named) ? named : undefined
  const place = /tools\.(\d+)\.(?:custom\.)?input_schema/.exec(message)?.[1]
  const tool = place === undefined ? undefined : tools[Number(place)]
  return tool && stringOf(tool['name'])
}

import { z } from 'zod'
import { Effort } from './common.ts'
import { WireError } from './errors.ts'
import { method } from './method.ts'
import { PROVIDER_NAME } from './provider-name.ts'

export const Protocol = z.enum(['anthropic', 'openai', 'openai-responses', 'demo'])
export type Protocol = z.infer<typeof Protocol>

/** Where a key comes from and its last four characters; never the key. */
export const KeyState = z.object({
  state: z.enum(['set', 'missing', 'not_needed']),
  source: z.enum(['environment', 'keychain', 'session', 'file', 'config', 'command', 'none']),
  /** Variable or keychain account. */
  name: z.string(),
  last4: z.string(),
})
export type KeyState = z.infer<typeof KeyState>

/** US dollars per million tokens. */
export const Prices = z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() })

const model = z.string().max(200)

/** Models by what they are for; one that is left out is the provider's own. */
export const Roles = z.object({ haiku: model.optional(), sonnet: model.optional(), opus: model.optional() })
export type Roles = z.infer<typeof Roles>

export const ProviderInfo = z.object({
  name: z.string(),
  protocol: Protocol,
  /** Empty: the vendor's own. */
  baseUrl: z.string(),
  model: z.string(),
  isDefault: z.boolean(),
  key: KeyState,
  /** From configuration of the project rather than the user. */
  source: z.enum(['user', 'project', 'environment']),
  contextWindow: z.number().int(),
  /** What each of its models takes for how much it is to think, from little to much. */
  efforts: z.record(z.string(), z.array(Effort)),
  /** Null: not known. */
  prices: Prices.nullable(),
  roles: Roles,
  /** Takes a turn over when this one is out; empty: none does. */
  fallback: z.string(),
  /** Its own proxy, without a name and a password; absent: the environment's, else the system's. */
  proxy: z.string().optional(),
  /** Path of its extra certificate authority. */
  caFile: z.string().optional(),
  /** Why it cannot be used now. */
  problem: WireError.optional(),
})
export type ProviderInfo = z.infer<typeof ProviderInfo>

/** What a first request goes through; after the one that failed nothing is tried. */
export const ProviderTestStep = z.object({
  step: z.enum(['key', 'connection', 'access', 'model', 'answer']),
  state: z.enum(['ok', 'failed', 'not_tried']),
})
export type ProviderTestStep = z.infer<typeof ProviderTestStep>

export const KeyStore = z.enum(['keychain', 'session', 'file'])

export const ProviderName = z
  .string()
  .trim()
  .regex(PROVIDER_NAME, {
    error: ({ input }) => (/^(__proto__|constructor|prototype)$/.test(String(input)) ? 'another name' : '1–64 characters without `:`'),
  })
const name = ProviderName
/** Secrets that are no provider's key: of an MCP server (as its entry names them), of a remote agent, of a registry of skills. */
const OtherSecret = z
  .string()
  .regex(/^(?:mcp:[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*(?::[A-Za-z0-9_.-]{1,200})?|agent:[^\s:]{1,100}|registry:[a-z0-9][a-z0-9-]{1,39})$/)

export const providers = {
  list: method({ input: z.object({}), output: z.object({ providers: z.array(ProviderInfo), problems: z.array(WireError) }) }),
  /** What this machine offers a newcomer. */
  detect: method({
    input: z.object({}),
    output: z.object({
      environment: z.array(z.object({ variable: z.string(), protocol: Protocol, last4: z.string(), model: z.string() })),
      ollama: z.object({ url: z.string(), models: z.array(z.string()) }).nullable(),
      keychain: z.object({ available: z.boolean(), backend: z.string(), problem: WireError.optional() }),
    }),
  }),
  /** Writes a provider to the user's `config.yaml` (comments and order kept) and its key, if any, to `keyStore`. */
  add: method({
    input: z.object({
      name,
      protocol: Protocol,
      baseUrl: z.string().max(2000).default(''),
      model: z.string().max(200).default(''),
      /** A pasted key. */
      key: z.string().max(20_000).optional(),
      keyStore: KeyStore.default('keychain'),
      /** Read the key from this environment variable instead. */
      keyVariable: z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
        .optional(),
      makeDefault: z.boolean().default(true),
    }),
    output: z.object({ name: z.string() }),
  }),
  /** Changes settings of an entry of the user's `config.yaml`: an empty text takes one away, what is left out stays. */
  update: method({
    input: z.object({
      name,
      protocol: Protocol.optional(),
      baseUrl: z.string().max(2000).optional(),
      model: model.optional(),
      roles: Roles.optional(),
      fallback: z.string().max(64).optional(),
    }),
    output: z.object({}),
  }),
  /** Puts the entries of the user's `config.yaml` into this order; those not named come last. */
  reorder: method({ input: z.object({ names: z.array(name).max(1000) }), output: z.object({}) }),
  remove: method({ input: z.object({ name }), output: z.object({}) }),
  setDefault: method({ input: z.object({ name, model: z.string().max(200).optional() }), output: z.object({}) }),
  /** Sends the smallest request and says how far it came. A failure is an answer, not an error. */
  test: method({
    input: z.object({ name }),
    output: z.object({
      ok: z.boolean(),
      latencyMs: z.number(),
      model: z.string(),
      steps: z.array(ProviderTestStep),
      error: WireError.optional(),
    }),
  }),
}

export const keys = {
  /** Stores a provider's key, or (in the keychain only) a secret of an MCP server. The value never comes back. */
  set: method({
    input: z.object({ provider: name.or(OtherSecret), value: z.string().min(1).max(20_000), store: KeyStore.default('keychain') }),
    output: KeyState,
  }),
  /** `deleted: false`: none was stored. `problem`: why the keychain could not be asked; it may hold one still. */
  delete: method({
    input: z.object({ provider: name.or(OtherSecret) }),
    output: z.object({ deleted: z.boolean(), problem: WireError.optional() }),
  }),
}

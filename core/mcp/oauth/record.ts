import { z } from 'zod'
import type { Keychain } from '../../platform/index.ts'
import { signInAccount } from './mark.ts'

/** Everything that is kept of one sign-in: at one authorization server, for one address. */
const SignInRecord = z.object({
  issuer: z.string(),
  client: z.object({
    kind: z.enum(['configured', 'document', 'registered']),
    client_id: z.string(),
    /** Of a client that registered itself. */
    client_secret: z.string().optional(),
    token_endpoint_auth_method: z.string().optional(),
    /** What it is registered with. */
    redirectUri: z.string(),
  }),
  /** Undefined after they were refused for good. */
  tokens: z
    .object({
      access_token: z.string(),
      token_type: z.string(),
      refresh_token: z.string().optional(),
      /** What was granted, as far as the server said; else what was asked for. */
      scope: z.string().optional(),
      /** Milliseconds since the epoch; undefined: the server does not say. */
      expiresAt: z.number().optional(),
      /** How long it lived when it was given. */
      lifetimeMs: z.number().optional(),
    })
    .optional(),
})
export type SignInRecord = z.infer<typeof SignInRecord>
export type Tokens = NonNullable<SignInRecord['tokens']>

/** The keychain's entry for an address; it names its authorization server, and holds for no other. */
export interface RecordStore {
  /** Asks the keychain, every time. */
  read(url: string): Promise<SignInRecord | undefined>
  write(url: string, record: SignInRecord): Promise<void>
  remove(url: string): Promise<void>
}

/** `learn`: each token that passes is taken out of logs and errors from then on. */
export function createRecordStore(keychain: Keychain, learn: (secret: string) => void): RecordStore {
  const known = (record: SignInRecord): SignInRecord => {
    for (const secret of [record.tokens?.access_token, record.tokens?.refresh_token, record.client.client_secret]) if (secret) learn(secret)
    return record
  }
  return {
    async read(url) {
      const kept = await keychain.get(signInAccount(url))
      const read = kept === undefined ? undefined : SignInRecord.safeParse(parse(kept))
      return read?.success ? known(read.data) : undefined
    },
    write: (url, record) => keychain.set(signInAccount(url), JSON.stringify(known(record))),
    async remove(url) {
      await keychain.delete(signInAccount(url))
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Somebody else's entry, or one that was cut: as good as none.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

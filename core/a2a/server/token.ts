import { randomBytes } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Keychain } from '../../platform/index.ts'

const ACCOUNT = 'a2a:server'

export interface ServerToken {
  readonly token: string
  /** `made`: nobody has seen it yet. `unkept`: it is good for this start only, since there is no keychain. */
  readonly state: 'kept' | 'made' | 'unkept'
}

/** What clients show: made once, and kept in the keychain from then on. */
export async function serverToken(keychain: Keychain, { isNew }: { isNew: boolean }): Promise<ServerToken> {
  const token = randomBytes(32).toString('base64url')
  try {
    const kept = isNew ? undefined : await keychain.get(ACCOUNT)
    if (kept !== undefined) return { token: kept, state: 'kept' }
    await keychain.set(ACCOUNT, token)
    return { token, state: 'made' }
  } catch (error) {
    if (error instanceof AppError) return { token, state: 'unkept' }
    throw error
  }
}

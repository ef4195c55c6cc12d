import { selectClientAuthMethod, type FetchLike } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Keychain } from '../../platform/index.ts'
import { onlySafe, type Discovery } from './discover.ts'
import { clientInformation } from './identity.ts'
import type { SignInRecord } from './record.ts'
import type { Target } from './types.ts'

/** Both kinds of metadata may hold it. */
const Revoking = z.object({
  revocation_endpoint: z.string().optional().catch(undefined),
  revocation_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
})

interface Revocation {
  readonly record: SignInRecord
  readonly discovery: Discovery
  readonly fetch: FetchLike
  readonly keychain: Keychain
}

/** Tells the authorization server to forget both tokens (RFC 7009), where it takes that. */
export async function revoke(target: Target, { record, discovery, fetch, keychain }: Revocation): Promise<void> {
  const { revocation_endpoint: endpoint, revocation_endpoint_auth_methods_supported: methods } = Revoking.parse(discovery.metadata)
  if (!endpoint || !record.tokens) return
  const client = await clientInformation(target, record.client, keychain)
  const { access_token, refresh_token } = record.tokens
  // The first usually takes the second along.
  for (const [hint, token] of Object.entries({ refresh_token, access_token })) {
    if (token === undefined) continue
    const body = new URLSearchParams({ token, token_type_hint: hint })
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
    const method = selectClientAuthMethod(client, methods ?? [])
    if (method === 'client_secret_basic') headers.set('authorization', `Basic ${basic(client.client_id, client.client_secret ?? '')}`)
    else body.set('client_id', client.client_id)
    if (method === 'client_secret_post') body.set('client_secret', client.client_secret ?? '')
    const answer = await onlySafe(fetch, target.url)(endpoint, { method: 'POST', headers, body: String(body) })
    await answer.body?.cancel()
  }
}

function basic(id: string, secret: string): string {
  return Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
}

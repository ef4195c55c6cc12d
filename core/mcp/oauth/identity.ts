import { registerClient, RegistrationRejectedError, type FetchLike } from '@modelcontextprotocol/client'
import type { Keychain } from '../../platform/index.ts'
import { refused } from './failures.ts'
import { AppError } from '../../contract/errors.ts'
import type { Discovery } from './discover.ts'
import type { SignInRecord } from './record.ts'
import type { Target } from './types.ts'

export type Identity = SignInRecord['client']

/** Who we say we are: what the entry names, a document at its address, else a registration on the spot. */
export function kindOfIdentity({ oauth }: Target, { metadata, issuer }: Discovery): Identity['kind'] {
  const isDocument = isDocumentAddress(oauth.clientId)
  if (oauth.clientId !== '' && !isDocument) return 'configured'
  if (isDocument && metadata.client_id_metadata_document_supported === true) return 'document'
  if (metadata.registration_endpoint) return 'registered'
  throw new AppError('mcp.sign_in_client', { params: { issuer } })
}

interface Wanted {
  readonly discovery: Discovery
  readonly redirectUri: string
  readonly scope: string | undefined
  readonly fetch: FetchLike
}

/** Registers us where that is what is left. `AppError('mcp.sign_in_client' | 'mcp.sign_in_refused')`. */
export async function identityFor(target: Target, { discovery, redirectUri, scope, fetch }: Wanted): Promise<Identity> {
  const kind = kindOfIdentity(target, discovery)
  if (kind !== 'registered') return { kind, client_id: target.oauth.clientId, redirectUri }
  try {
    const registered = await registerClient(discovery.issuer, {
      metadata: discovery.metadata,
      clientMetadata: {
        client_name: 'MewCode',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      ...(scope !== undefined && { scope }),
      fetchFn: fetch,
    })
    const { client_id, client_secret, token_endpoint_auth_method } = registered
    return { kind, client_id, client_secret, token_endpoint_auth_method, redirectUri }
  } catch (error) {
    if (error instanceof RegistrationRejectedError)
      throw refused(`${discovery.issuer} does not let us register (HTTP ${error.status})`, error)
    throw error
  }
}

/** As the token endpoint wants it; the secret of a configured client is the server's own entry of the keychain. */
export async function clientInformation({ name }: Target, client: Identity, keychain: Keychain) {
  const secret = client.kind === 'configured' ? await keychain.get(`mcp:${name}:client_secret`) : client.client_secret
  return {
    client_id: client.client_id,
    ...(secret !== undefined && { client_secret: secret }),
    ...(client.token_endpoint_auth_method !== undefined && { token_endpoint_auth_method: client.token_endpoint_auth_method }),
  }
}

function isDocumentAddress(clientId: string): boolean {
  const url = URL.parse(clientId)
  return url?.protocol === 'https:' && url.pathname !== '/'
}

import { AppError } from '../contract/errors.ts'
import type { KeyState } from '../contract/providers.ts'
import type { Keychain } from '../platform/index.ts'

interface McpSecretsDeps {
  readonly keychain: Keychain
  /** Of the server of that name. */
  readonly changed: (server: string) => void
}

/** Values that entries of MCP servers name as `keychain:mcp:…`, definitions of remote agents as `keychain:agent:…`, and tokens of skill registries (`registry:…`): in the keychain and nowhere else. */
interface McpSecrets {
  owns(account: string): boolean
  /** `AppError('mcp.secret_keychain' | 'keychain.unavailable')`. */
  set(account: string, value: string, store: 'keychain' | 'session' | 'file'): Promise<KeyState>
  delete(account: string): Promise<{ deleted: boolean }>
}

export function createMcpSecrets({ keychain, changed }: McpSecretsDeps): McpSecrets {
  const tell = (account: string): void => {
    if (account.startsWith('mcp:')) changed(account.split(':')[1] ?? '')
  }
  return {
    owns: (account) => /^(?:mcp|agent|registry):/.test(account),
    async set(account, value, store) {
      if (store !== 'keychain') throw new AppError('mcp.secret_keychain')
      const secret = value.trim()
      await keychain.set(account, secret)
      tell(account)
      return { state: 'set', source: 'keychain', name: account, last4: secret.length >= 16 ? secret.slice(-4) : '' }
    },
    async delete(account) {
      const deleted = await keychain.delete(account)
      tell(account)
      return { deleted }
    },
  }
}

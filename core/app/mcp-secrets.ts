import { AppError } from '../contract/errors.ts'
import type { KeyState } from '../contract/providers.ts'
import type { Keychain } from '../platform/index.ts'

interface McpSecretsDeps {
  readonly keychain: Keychain
  /** Of the server of that name. */
  readonly changed: (server: string) => void
}

/** Values that entries of MCP servers name as `keychain:mcp:…`: in the keychain and nowhere else. */
interface McpSecrets {
  owns(account: string): boolean
  /** `AppError('mcp.secret_keychain' | 'keychain.unavailable')`. */
  set(account: string, value: string, store: 'keychain' | 'session' | 'file'): Promise<KeyState>
  delete(account: string): Promise<{ deleted: boolean }>
}

export function createMcpSecrets({ keychain, changed }: McpSecretsDeps): McpSecrets {
  const serverOf = (account: string): string => account.split(':')[1] ?? ''
  return {
    owns: (account) => account.startsWith('mcp:'),
    async set(account, value, store) {
      if (store !== 'keychain') throw new AppError('mcp.secret_keychain')
      const secret = value.trim()
      await keychain.set(account, secret)
      changed(serverOf(account))
      return { state: 'set', source: 'keychain', name: account, last4: secret.length >= 16 ? secret.slice(-4) : '' }
    },
    async delete(account) {
      const deleted = await keychain.delete(account)
      changed(serverOf(account))
      return { deleted }
    },
  }
}

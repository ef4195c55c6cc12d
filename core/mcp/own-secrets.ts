import type { McpLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { Keychain } from '../platform/index.ts'
import type { SecretUse } from './types.ts'

const SCHEME = 'keychain:'

interface Deps {
  readonly keychain: Keychain
  readonly learn: (secret: string) => void
  readonly used: (use: Pick<SecretUse, 'account' | 'from'>) => void
}

/**
 * The launch with the values that the entry left in the keychain, read anew each time. `AppError('mcp.secret_missing' |
 * 'keychain.unavailable')`. Configuration has seen to it that they are the server's own.
 */
export async function withOwnSecrets(launch: McpLaunch, { keychain, learn, used }: Deps): Promise<McpLaunch> {
  async function filled(values: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const entries = Object.entries(values).map(async ([key, value]) => [key, await read(value)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  async function read(value: string): Promise<string> {
    if (!value.startsWith(SCHEME)) return value
    const account = value.slice(SCHEME.length)
    const secret = await keychain.get(account)
    if (secret === undefined) throw new AppError('mcp.secret_missing', { params: { account } })
    learn(secret)
    used({ account, from: 'keychain' })
    return secret
  }
  for (const account of launch.variables) used({ account, from: 'variable' })
  return launch.type === 'stdio' ? { ...launch, env: await filled(launch.env) } : { ...launch, headers: await filled(launch.headers) }
}

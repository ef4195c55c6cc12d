import type { Environment } from '../platform/platform.ts'
import { childEnvironment } from '../platform/child-environment.ts'
import { runProcess } from '../platform/processes.ts'

const TIME_LIMIT_MS = 3_000

/** Entries that keytar wrote. Only Linux needs this: keytar called the attribute `account`, the library calls it `username`. */
export interface KeytarEntries {
  get(account: string): Promise<string | undefined>
  delete(account: string): Promise<boolean>
}

/** Reads through `secret-tool`; where that is not installed there are no such entries. */
export function createKeytarEntries(service: string, env: Environment): KeytarEntries {
  const secretTool = async (verb: 'lookup' | 'clear', account: string): Promise<string | undefined> => {
    if (process.platform !== 'linux') return undefined
    const chunks: Buffer[] = []
    const spec = {
      command: 'secret-tool',
      args: [verb, 'service', service, 'account', account],
      cwd: '/',
      env: childEnvironment({ env, secretVariables: new Set() }),
      onOutput: (stream: string, chunk: Buffer) => void (stream === 'stdout' && chunks.push(chunk)),
    }
    try {
      const { code } = await runProcess(spec, { timeoutMs: TIME_LIMIT_MS, signal: AbortSignal.timeout(TIME_LIMIT_MS) })
      return code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
  const get = async (account: string): Promise<string | undefined> => (await secretTool('lookup', account)) || undefined
  return {
    get,
    // `clear` says the same whether or not there was something to remove.
    delete: async (account) => (await get(account)) !== undefined && (await secretTool('clear', account)) !== undefined,
  }
}

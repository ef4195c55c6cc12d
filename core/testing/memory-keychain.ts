import { AppError } from '../contract/errors.ts'
import type { Keychain } from '../platform/platform.ts'

/** A keychain of the test's own; with `problem` one that never answers. */
export function memoryKeychain({ problem }: { problem?: string } = {}): Keychain {
  const values = new Map<string, string>()
  const whenUsable = async <T>(work: () => T): Promise<T> => {
    if (problem !== undefined) throw new AppError('keychain.unavailable', { params: { backend: 'memory', detail: problem } })
    return work()
  }
  return {
    backend: 'memory',
    problem: async () => problem,
    get: (account) => whenUsable(() => values.get(account)),
    set: (account, value) => whenUsable(() => void values.set(account, value)),
    delete: (account) => whenUsable(() => values.delete(account)),
    list: () => whenUsable(() => [...values.keys()].toSorted()),
  }
}

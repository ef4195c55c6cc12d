import { join } from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { Environment, Keychain } from '../platform/platform.ts'
import { createKeytarEntries } from './keytar-entries.ts'
import { createSealedValues } from './sealed-values.ts'

const SERVICE = 'mewcode'
const TIME_LIMIT_MS = 10_000

export interface OsKeychainDeps {
  /** `MEWCODE_HOME`: long values lie encrypted in its `secrets/`. */
  home: string
  env: Environment
  /** How long a call may take; a locked keyring may be asking the person for its password meanwhile. */
  timeLimitMs?: number
}

/**
 * The OS keychain. The library is loaded at the first call. After a failure every read fails at once with the same
 * reason, so that nobody is asked twice; a late answer or a `set` that works ends that.
 */
export function createOsKeychain({ home, env, timeLimitMs = TIME_LIMIT_MS }: OsKeychainDeps): Keychain {
  const backend = backendName()
  const sealed = createSealedValues(join(home, 'secrets'))
  const keytar = createKeytarEntries(SERVICE, env)
  let failure: AppError | undefined
  let probe: Promise<string | undefined> | undefined

  const attempt = async <T>(work: (library: Library) => Promise<T>): Promise<T> => {
    const running = load().then(work)
    running.then(
      () => (failure = undefined),
      () => undefined,
    )
    try {
      return await within(running, timeLimitMs)
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      failure = new AppError('keychain.unavailable', { params: { backend, detail: reasonOf(cause) }, cause })
      throw failure
    }
  }
  const read = async <T>(work: (library: Library) => Promise<T>): Promise<T> => {
    if (failure) throw failure
    return attempt(work)
  }
  const keptFor = async (library: Library, account: string): Promise<string | undefined> =>
    (await library.entry(account).getPassword()) ?? undefined
  const whole = async (account: string, kept: string): Promise<string> => {
    try {
      return await sealed.open(account, kept)
    } catch (cause) {
      // The entry stays: its file may come back from a backup.
      throw new AppError('keychain.damaged', { params: { account, folder: join(home, 'secrets') }, cause })
    }
  }
  const get = (account: string): Promise<string | undefined> =>
    read(async (library) => {
      const kept = await keptFor(library, account)
      return kept === undefined ? keytar.get(account) : whole(account, kept)
    })
  return {
    backend,
    async problem() {
      probe ??= get('probe').then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof AppError) return error.params.detail ?? error.code
          throw error
        },
      )
      return failure?.params.detail ?? (await probe)
    },
    get,
    async set(account, value) {
      await attempt(async (library) => {
        // Read first: what cannot be read is not overwritten.
        const before = await keptFor(library, account)
        const kept = await sealed.seal(account, value)
        try {
          await library.entry(account).setPassword(kept)
        } catch (error) {
          await sealed.discard(kept)
          throw error
        }
        if (before !== undefined) await sealed.discard(before)
      })
      probe = undefined
    },
    delete: (account) =>
      attempt(async (library) => {
        const before = await keptFor(library, account)
        const deleted = before !== undefined && (await library.entry(account).deleteCredential())
        if (before !== undefined) await sealed.discard(before)
        return (await keytar.delete(account)) || deleted
      }),
    list: () => read(async (library) => (await library.accounts()).toSorted()),
  }
}

interface Entry {
  getPassword(): Promise<string | null>
  setPassword(value: string): Promise<void>
  deleteCredential(): Promise<boolean>
}

interface Library {
  entry(account: string): Entry
  accounts(): Promise<string[]>
}

async function load(): Promise<Library> {
  const { AsyncEntry, findCredentialsAsync } = await import('@napi-rs/keyring')
  const entry = (account: string): Entry => {
    // keytar's name for the entry on Windows.
    if (process.platform === 'win32') return AsyncEntry.withTarget(`${SERVICE}/${account}`, SERVICE, account)
    // Pinned: without a Secret Service the library would quietly use the kernel's keyring, which forgets at log-out.
    return new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } })
  }
  return {
    entry,
    async accounts() {
      // Making an entry fails after 2 s when the service hangs; the search would hang with it, and the process at its exit.
      entry('probe')
      return (await findCredentialsAsync(SERVICE)).map(({ account }) => account)
    },
  }
}

function backendName(): string {
  switch (process.platform) {
    case 'darwin':
      return 'macOS Keychain'
    case 'win32':
      return 'Windows Credential Manager'
    default:
      return 'Secret Service'
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${ms / 1_000} s; it may be locked`)), ms)
  try {
    return await Promise.race([work, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import type { KeyState } from '../contract/providers.ts'
import type { ProviderConfig } from '../config/types.ts'
import type { AppError } from '../contract/errors.ts'

/** For whom a key is read: a session's request, or (empty) one that belongs to none. */
export interface KeyUser {
  readonly projectRoot: string
  readonly sessionId: string
}

/** A key was read; `account`: its name in the keychain, of the variable or of the provider. */
export interface KeyUse extends KeyUser {
  readonly account: string
  readonly from: 'stored' | 'variable' | 'command' | 'config'
}

/** Keys of providers: where they come from, and keeping them. Values leave only through `resolve`. */
export interface Credentials {
  /** The key to send, or undefined where none is needed. `AppError('provider.key_missing' | 'keychain.unavailable' | …)`. Every value it hands out is redacted from logs from then on. */
  resolve(provider: ProviderConfig, user?: KeyUser): Promise<string | undefined>
  /** As `resolve`, past the cache of a `command:`; undefined where asking again would give the same. */
  renew(provider: ProviderConfig, user?: KeyUser): Promise<string | undefined>
  /** Makes the redactor know the keys of `providers` that lie open: variables, plain text, this session, the plain file. Asks no keychain and runs nothing. */
  learn(providers: readonly ProviderConfig[]): Promise<void>
  state(provider: ProviderConfig): Promise<KeyState>
  set(providerName: string, value: string, store: 'keychain' | 'session' | 'file'): Promise<void>
  /** Wherever it is stored. `unasked`: the keychain did not answer, and may hold one still. */
  delete(providerName: string): Promise<{ readonly deleted: boolean; readonly unasked?: AppError }>
  /** Accounts of ours in the keychain and in the plain file. */
  list(): Promise<readonly { account: string; store: 'keychain' | 'session' | 'file' }[]>
  /** Environment variables that `providers` refer to: children never get them. */
  variables(providers: readonly ProviderConfig[]): ReadonlySet<string>
}

/** Knows secret values and takes them out of texts. */
export interface Redactor {
  add(secret: string): void
  /** As `add`, and `redactKeys` takes it out too. */
  addKey(key: string): void
  /** Replaces every known secret (plain, URL-encoded, base64, JSON-escaped) and what looks like a vendor's key. */
  redact(text: string): string
  /** Replaces providers' keys exactly as they are, and what looks like a secret of anybody: for texts that leave a conversation and are read by people. */
  redactSecrets(text: string): string
  /** Replaces providers' keys exactly as they are and nothing else: for texts a person and a model work with. */
  redactKeys(text: string): string
}

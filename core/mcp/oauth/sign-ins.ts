import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FetchLike } from '@modelcontextprotocol/client'
import type { Clock } from '../../base/clock.ts'
import { AppError } from '../../contract/errors.ts'
import { holdAcrossProcesses, type Keychain } from '../../platform/index.ts'
import { challengeOf, knock } from './challenge.ts'
import { discover, type Challenge, type Discovery } from './discover.ts'
import { kindOfIdentity } from './identity.ts'
import { signIn } from './login.ts'
import { refused } from './failures.ts'
import { isMarked, signInMark } from './mark.ts'
import { createRecordStore, type SignInRecord, type Tokens } from './record.ts'
import { renew } from './refresh.ts'
import { revoke } from './revoke.ts'
import { scopesToAsk, scopeWords } from './scopes.ts'
import type { SignIns, Target } from './types.ts'

/** Another process may be at it, with a slow server. */
const LOCK_WAIT_MS = 75_000
/** Of one question to an authorization server. */
const ASK_MS = 30_000
/** Of a renewal, all its questions together; well before others take its lock for a dead one's. */
const RENEWAL_MS = 60_000
const AGAIN_AFTER_MS = 500

export interface SignInsDeps {
  readonly keychain: Keychain
  /** `MEWCODE_HOME`: who is at a sign-in, and which addresses have one, is told there; no secret is. */
  readonly home: string
  readonly clock: Clock
  /** Shows an address in the system's browser. Rejects where there is none. */
  readonly openExternal: (url: string) => Promise<void>
  /** Takes a secret out of logs and errors from then on. */
  readonly learn: (secret: string) => void
}

export function createSignIns({ keychain, home, clock, openExternal, learn }: SignInsDeps): SignIns {
  const store = createRecordStore(keychain, learn)
  /** As last read or written here; another process may have newer ones, which is found out under the lock. */
  const known = new Map<string, SignInRecord>()
  const challenges = new Map<string, Challenge>()
  const renewing = new Map<string, Promise<SignInRecord>>()

  const markOf = (url: string): string => signInMark(home, url)
  const locked = <T>(url: string, work: () => Promise<T>): Promise<T> =>
    holdAcrossProcesses(`${markOf(url)}.lock`, work, { waitMs: LOCK_WAIT_MS })

  async function mark(url: string, isSignedIn: boolean): Promise<void> {
    if (!isSignedIn) return rm(markOf(url), { force: true })
    await mkdir(path.dirname(markOf(url)), { recursive: true, mode: 0o700 })
    await writeFile(markOf(url), '', { mode: 0o600 })
  }

  async function remember(url: string, record: SignInRecord): Promise<SignInRecord> {
    await store.write(url, record)
    await mark(url, record.tokens !== undefined)
    known.set(url, record)
    return record
  }

  async function forget(url: string): Promise<void> {
    known.delete(url)
    await store.remove(url)
    await mark(url, false)
  }

  /** Asks no keychain for a server nobody signed in to: a locked one would ask the person. */
  async function recordOf(url: string): Promise<SignInRecord | undefined> {
    const here = known.get(url)
    if (here || !(await isMarked(home, url))) return here
    const read = await store.read(url)
    if (read) known.set(url, read)
    return read
  }

  async function currentToken(target: Target, fetch: FetchLike): Promise<string | undefined> {
    const tokens = (await recordOf(target.url))?.tokens
    if (!tokens || !isNearEnd(tokens, clock.now())) return tokens?.access_token
    if (tokens.refresh_token === undefined) return isOver(tokens, clock.now()) ? undefined : tokens.access_token
    try {
      return (await renewed(target, tokens.access_token, fetch)).tokens?.access_token
    } catch (error) {
      const isPassing = error instanceof AppError && error.code === 'mcp.sign_in_unavailable'
      if (isPassing && !isOver(tokens, clock.now())) return tokens.access_token
      throw error
    }
  }

  /** One at a time in this process and across processes; whoever comes later takes what the first one got. */
  function renewed(target: Target, refusedToken: string, fetch: FetchLike): Promise<SignInRecord> {
    const { url } = target
    const running = renewing.get(url)
    if (running) return running
    const mine = locked(url, () => renewNow(target, refusedToken, fetch)).finally(() => renewing.delete(url))
    renewing.set(url, mine)
    return mine
  }

  async function renewNow(target: Target, refusedToken: string, slow: FetchLike): Promise<SignInRecord> {
    const { url, name } = target
    const late = AbortSignal.timeout(RENEWAL_MS)
    const fetch = brief(slow, () => late)
    const signedOut = new AppError('mcp.needs_auth', { params: { name } })
    const record = await store.read(url)
    if (!record?.tokens) {
      known.delete(url)
      throw signedOut
    }
    if (record.tokens.access_token !== refusedToken && !isNearEnd(record.tokens, clock.now())) {
      known.set(url, record)
      return record
    }
    const discovery = await discover(url, challenges.get(url), fetch)
    // Another authorization server now: what the old one gave is not shown to it.
    if (discovery?.issuer !== record.issuer) throw signedOut
    const work = { record, discovery, fetch, keychain, now: clock.now }
    let result = await renew(target, work)
    if ('later' in result && result.mayAgain) {
      await clock.wait(AGAIN_AFTER_MS)
      result = await renew(target, work)
    }
    if ('later' in result) throw result.later
    if ('record' in result) return remember(url, result.record)
    const kept = await store.read(url)
    // Somebody without our lock was faster: theirs are the good ones.
    if (kept?.tokens && kept.tokens.refresh_token !== record.tokens.refresh_token) {
      known.set(url, kept)
      return kept
    }
    if (result.gone === 'client') await forget(url)
    else await remember(url, { issuer: record.issuer, client: record.client })
    throw signedOut
  }

  function checkScope(target: Target, answer: Response): Response {
    if (answer.status !== 403) return answer
    const challenge = challengeOf(answer)
    if (challenge.error !== 'insufficient_scope') return answer
    challenges.set(target.url, challenge)
    const granted = scopeWords(known.get(target.url)?.tokens?.scope)
    const wanted = scopeWords(challenge.scope)
    // Asking once more would go round in circles.
    if (wanted.every((scope) => granted.includes(scope))) throw refused(`the server wants ${wanted.join(' ')}, which was granted already`)
    throw new AppError('mcp.needs_scope', { params: { name: target.name, scopes: wanted.join(' ') } })
  }

  async function learnDiscovery(target: Target, fetch: FetchLike, signal: AbortSignal): Promise<Discovery> {
    const { url, name } = target
    const challenge = challenges.get(url) ?? (await knock(target, fetch, signal))
    if (challenge) challenges.set(url, challenge)
    const discovery = await discover(url, challenge, brief(fetch))
    if (!discovery) throw new AppError('mcp.no_sign_in', { params: { name } })
    return discovery
  }

  return {
    authorized: (target, fetch) => async (address, init) => {
      const token = await currentToken(target, fetch)
      const answer = await fetch(address, withToken(init, token))
      if (answer.status !== 401) return checkScope(target, answer)
      challenges.set(target.url, challengeOf(answer))
      await answer.body?.cancel()
      const needsAuth = new AppError('mcp.needs_auth', { params: { name: target.name } })
      if (token === undefined) throw needsAuth
      const { tokens } = await renewed(target, token, fetch)
      const again = await fetch(address, withToken(init, tokens?.access_token))
      if (again.status !== 401) return checkScope(target, again)
      await again.body?.cancel()
      throw needsAuth
    },
    async look(target, fetch, signal) {
      const discovery = await learnDiscovery(target, fetch, signal)
      const before = await recordOf(target.url)
      const scopes = scopesToAsk(target, { discovery, challenge: challenges.get(target.url), before })
      return { issuer: discovery.issuer, resource: discovery.resource, scopes, client: kindOfIdentity(target, discovery) }
    },
    async login(target, fetch, { scopes, signal }) {
      const { url } = target
      const discovery = await learnDiscovery(target, fetch, signal)
      const before = await store.read(url)
      const asked = scopes ?? scopesToAsk(target, { discovery, challenge: challenges.get(url), before })
      const wish = { discovery, scope: asked.join(' ') || undefined, before, signal }
      const record = await signIn(target, wish, { keychain, openExternal, fetch: brief(fetch), now: clock.now })
      await locked(url, () => remember(url, record))
      challenges.delete(url)
    },
    async logout(target, fetch) {
      const { url } = target
      await locked(url, async () => {
        const record = await store.read(url)
        await forget(url)
        if (!record) return
        // Forgotten here in any case; a server that cannot be asked lets them run out.
        const discovery = await discover(url, undefined, brief(fetch)).catch(unlessFault)
        if (discovery?.issuer === record.issuer)
          await revoke(target, { record, discovery, fetch: brief(fetch), keychain }).catch(unlessFault)
      })
    },
  }
}

/** Questions to an authorization server do not wait for ever. */
function brief(fetch: FetchLike, limit = () => AbortSignal.timeout(ASK_MS)): FetchLike {
  return (address, init = {}) => {
    const late = limit()
    return fetch(address, { ...init, signal: init.signal ? AbortSignal.any([init.signal, late]) : late })
  }
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

/** A little before the end, so that no call is turned away for it. */
function isNearEnd({ expiresAt, lifetimeMs = 0 }: Tokens, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt - Math.min(30_000, lifetimeMs / 10)
}

function isOver({ expiresAt }: Tokens, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt
}

function unlessFault(error: unknown): undefined {
  if (error instanceof Error) return undefined
  throw error
}

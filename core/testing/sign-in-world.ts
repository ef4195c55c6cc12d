import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach } from 'vitest'
import { z } from 'zod'
import { createSignIns } from '../mcp/oauth/index.ts'
import type { SignIns, Target } from '../mcp/oauth/types.ts'
import type { Keychain } from '../platform/index.ts'
import { memoryKeychain } from './memory-keychain.ts'

const Stats = z.record(z.string(), z.number())
const FAKE = join(import.meta.dirname, '../../e2e/fixtures/mcp/10-oauth-rotating.mjs')

export interface Fake {
  /** Of the server. */
  readonly url: string
  stats(): Promise<Record<string, number>>
}

/** What a test of signing in works with; each gets an empty home and an empty keychain. */
export interface SignInWorld {
  readonly home: string
  readonly keychain: Keychain
  /** Addresses the browser was sent to. */
  readonly opened: URL[]
  /** The server with one-use refresh tokens, in the mode that `env` names. */
  start(env?: Readonly<Record<string, string>>): Promise<Fake>
  /** A program of its own over the same home and keychain. `now`: where its clock stands. */
  open(options?: { now?: () => number; browse?: (url: string) => Promise<void> }): SignIns
}

export function signInWorld(): SignInWorld {
  const endings: (() => void)[] = []
  const world: { home: string; keychain: Keychain; opened: URL[] } = { home: '', keychain: memoryKeychain(), opened: [] }
  beforeEach(() => {
    world.home = mkdtempSync(join(tmpdir(), 'mewcode-sign-in-'))
    world.keychain = memoryKeychain()
    world.opened = []
  })
  afterEach(() => {
    for (const end of endings.splice(0)) end()
    rmSync(world.home, { recursive: true, force: true })
  })
  return {
    get home() {
      return world.home
    },
    get keychain() {
      return world.keychain
    },
    get opened() {
      return world.opened
    },
    async start(env = {}) {
      const child = spawn(process.execPath, [FAKE], { env: { TTL: '600', ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
      endings.push(() => child.kill('SIGKILL'))
      for await (const line of createInterface({ input: child.stdout })) {
        const url = /^LISTENING (\S+)$/.exec(line)?.[1]
        if (url !== undefined) return { url, stats: async () => Stats.parse(await (await fetch(new URL('/stats', url))).json()) }
      }
      throw new Error('the server did not start')
    },
    open: ({ now = Date.now, browse = followAsBrowser } = {}) =>
      createSignIns({
        keychain: world.keychain,
        home: world.home,
        clock: { now, wait: () => Promise.resolve() },
        learn: () => undefined,
        async openExternal(url) {
          world.opened.push(new URL(url))
          await browse(url)
        },
      }),
  }
}

/** A person who allows everything: follows the redirect, or the link of the page. */
export async function followAsBrowser(url: string): Promise<void> {
  const answer = await fetch(url, { redirect: 'manual' })
  const link = /href="([^"]+)"/.exec(await answer.text())?.[1]?.replaceAll('&amp;', '&')
  await fetch(answer.headers.get('location') ?? link ?? '')
}

export function targetOf({ url }: { url: string }, oauth: Partial<Target['oauth']> = {}): Target {
  return { name: 'fake', url, headers: {}, oauth: { clientId: '', scopes: [], ...oauth } }
}

/** One call of a tool as the transport sends it. */
export function callTool(signIns: SignIns, target: Target, tool = 'ping'): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool } })
  return signIns.authorized(target, fetch)(target.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
}

export async function login(signIns: SignIns, target: Target, scopes?: readonly string[]): Promise<void> {
  await signIns.login(target, fetch, { scopes, signal: new AbortController().signal })
}

/** The code and the words of an application error. */
export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: { code?: string; params?: { detail?: string } }) => error.code ?? error,
  )

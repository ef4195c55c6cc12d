import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { McpSignIn } from '../../core/contract/mcp-sign-in.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useMcpStore } from './mcp.ts'

/** How far a sign-in is; it goes on while another server is looked at. */
export type SignInStep =
  | { readonly kind: 'asking' }
  /** What would be asked for, to be said yes to. */
  | { readonly kind: 'offered'; readonly offer: McpSignIn }
  /** The system's browser is open. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: WireError }

/** Signing in to servers, by name. Nothing opens a browser before somebody said so. */
export const useMcpSignInStore = defineStore('mcp-sign-in', () => {
  const { client } = useConnection()
  const mcp = useMcpStore()
  const steps = shallowRef<ReadonlyMap<string, SignInStep>>(new Map())
  const waiting = new Map<string, AbortController>()

  async function look(name: string): Promise<void> {
    put(name, { kind: 'asking' })
    try {
      put(name, { kind: 'offered', offer: await client.mcpSignIn.look({ name }) })
    } catch (failure) {
      put(name, { kind: 'failed', error: failureOf(failure) })
    }
  }

  async function login(name: string, scopes: readonly string[]): Promise<void> {
    const stop = new AbortController()
    waiting.set(name, stop)
    put(name, { kind: 'waiting' })
    try {
      await client.mcpSignIn.login({ name, scopes: [...scopes] }, { signal: stop.signal })
      put(name, undefined)
    } catch (failure) {
      put(name, stop.signal.aborted ? undefined : { kind: 'failed', error: failureOf(failure) })
    } finally {
      waiting.delete(name)
    }
    await mcp.load()
  }

  /** Gives up, wherever it is. */
  function cancel(name: string): void {
    waiting.get(name)?.abort()
    put(name, undefined)
  }

  async function logout(name: string): Promise<void> {
    await client.mcpSignIn.logout({ name })
    await mcp.load()
  }

  function put(name: string, step: SignInStep | undefined): void {
    const next = new Map(steps.value)
    if (step) next.set(name, step)
    else next.delete(name)
    steps.value = next
  }

  return { steps, look, login, cancel, logout }
})

import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** How old what is shown may be. */
const LOOK_MS = 1_500

export interface McpLog {
  /** Undefined until first read. */
  readonly text: Readonly<ShallowRef<string | undefined>>
  readonly noise: Readonly<ShallowRef<{ readonly count: number; readonly first: string }>>
  readonly error: Readonly<ShallowRef<WireError | undefined>>
}

/** What a server wrote to standard error, kept new while somebody looks. */
export function useMcpLog(name: string): McpLog {
  const { client } = useConnection()
  const text = shallowRef<string>()
  const noise = shallowRef({ count: 0, first: '' })
  const error = shallowRef<WireError>()
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    if (!document.hidden) await read()
    // One after another: a slow host is not asked faster than it answers.
    if (!isOver) timer = setTimeout(() => void look(), LOOK_MS)
  }

  async function read(): Promise<void> {
    try {
      const answer = await client.mcp.log({ name })
      if (answer.log !== text.value) text.value = answer.log
      noise.value = { count: answer.noise, first: answer.firstNoise }
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  void look()
  onScopeDispose(() => {
    isOver = true
    clearTimeout(timer)
  })
  return { text, noise, error }
}

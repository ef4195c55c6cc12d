import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { McpResult, McpStep } from '../../core/contract/mcp.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useMcpStore } from './mcp.ts'

export interface McpTrial {
  readonly isRunning: boolean
  /** As far as it got; of the test before while one runs. */
  readonly steps: readonly McpStep[]
  readonly result: McpResult | undefined
  /** Epoch milliseconds of its end; undefined before the first has ended. */
  readonly at: number | undefined
  /** The test itself could not be asked for. */
  readonly error: WireError | undefined
}

export interface SampleCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

const nothing: McpTrial = { isRunning: false, steps: [], result: undefined, at: undefined, error: undefined }

/** How each server's last test went; it stays while another server is looked at. */
export const useMcpTestsStore = defineStore('mcp-tests', () => {
  const { client } = useConnection()
  const mcp = useMcpStore()
  const trials = shallowRef<ReadonlyMap<string, McpTrial>>(new Map())
  const running = new Map<string, AbortController>()

  /** Without a `call` the server's own harmless tool is called, where it has one. */
  async function run(name: string, call?: SampleCall): Promise<void> {
    if (running.has(name)) return
    const stop = new AbortController()
    running.set(name, stop)
    put(name, { isRunning: true, error: undefined })
    try {
      const { steps, result } = await client.mcp.test({ name, ...call }, { signal: stop.signal })
      put(name, { isRunning: false, steps, result: result ?? undefined, at: Date.now() })
    } catch (failure) {
      put(name, { isRunning: false, ...(!stop.signal.aborted && { error: failureOf(failure) }) })
    } finally {
      running.delete(name)
    }
    await mcp.load()
  }

  function put(name: string, trial: Partial<McpTrial>): void {
    trials.value = new Map([...trials.value, [name, { ...nothing, ...trials.value.get(name), ...trial }]])
  }

  return { trials, run, cancel: (name: string) => running.get(name)?.abort() }
})

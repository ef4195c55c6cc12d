import type { McpResult } from '../contract/mcp.ts'
import { ask, type Reach } from './ask.ts'
import { CallResult, readResult } from './result.ts'
import type { CallRequest } from './types.ts'

/** One call of a tool. */
export async function callTool(reach: Reach, { tool, arguments: given, signal, onProgress, asker }: CallRequest): Promise<McpResult> {
  const { timeouts, toolTimeoutsMs } = reach.launch
  const answer = await ask(reach, {
    method: 'tools/call',
    params: { name: tool, arguments: { ...given } },
    headers: reach.headersFor(tool, given),
    read: CallResult,
    named: tool,
    idleMs: toolTimeoutsMs[tool] ?? timeouts.callMs,
    maxMs: timeouts.maxMs,
    signal,
    asker,
    onProgress,
  })
  return readResult(answer)
}

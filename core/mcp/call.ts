import type { Client } from '@modelcontextprotocol/client'
import type { McpLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { McpResult } from '../contract/mcp.ts'
import type { ServerChild } from './child.ts'
import { serverFailure } from './failures.ts'
import { CallResult, readResult } from './result.ts'
import type { CallRequest, ConnectDeps } from './types.ts'

interface Calling {
  readonly launch: McpLaunch
  readonly deps: ConnectDeps
  readonly child: ServerChild | undefined
}

/** One call. An abort and a time limit tell the server so; the connection stays. */
export async function callTool(client: Client, request: CallRequest, { launch, deps, child }: Calling): Promise<McpResult> {
  const { tool, signal, onProgress } = request
  const timeoutMs = launch.toolTimeoutsMs[tool] ?? launch.timeouts.callMs
  // Ours, because the library's own limit does not tell the server.
  const over = AbortSignal.timeout(Math.max(timeoutMs, launch.timeouts.maxMs))
  const asked = client.request({ method: 'tools/call', params: { name: tool, arguments: { ...request.arguments } } }, CallResult, {
    signal: AbortSignal.any([signal, over]),
    timeout: timeoutMs,
    // Only with a listener are reports asked for at all.
    resetTimeoutOnProgress: true,
    onprogress: ({ progress, total, message }) =>
      onProgress(`${message ?? ''} ${progress}${total === undefined ? '' : `/${total}`}`.trim()),
  })
  try {
    return readResult(await asked)
  } catch (error) {
    signal.throwIfAborted()
    if (over.aborted)
      throw new AppError('mcp.no_answer', { params: { request: tool, seconds: launch.timeouts.maxMs / 1_000, detail: '' }, cause: error })
    const exit = await child?.exitedBy(0)
    if (exit) throw exit
    const url = launch.type === 'stdio' ? undefined : launch.url
    throw serverFailure(error, { request: tool, timeoutMs, url, tail: '', redact: deps.redact })
  }
}

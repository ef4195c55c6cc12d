import { AppError, toWireError } from '../contract/errors.ts'
import type { McpResult, McpServer, McpStep, McpTool } from '../contract/mcp.ts'
import type { ProjectServers } from './project-servers.ts'

interface Tested {
  readonly name: string
  readonly tool: string | undefined
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** Starts a server anew and calls one tool; `called` is empty where it came to none. `AppError('mcp.not_found' | 'mcp.no_tool')`; all else is a step that failed. */
export async function testServer(
  servers: ProjectServers,
  { name, tool, arguments: given, signal }: Tested,
): Promise<{ steps: McpStep[]; server: McpServer; result: McpResult | null; called: string }> {
  const { view, server } = await servers.restart(name)
  const steps = [...(server?.steps ?? [])]
  if (server?.state !== 'ready') return { steps, server: view, result: null, called: '' }
  const called = tool === undefined ? server.tools.find(isHarmless) : server.tools.find((one) => one.name === tool)
  if (tool !== undefined && !called) throw new AppError('mcp.no_tool', { params: { name, tool } })
  if (!called) return { steps, server: view, result: null, called: '' }
  const startedAt = performance.now()
  const step = { step: 'call' as const, ms: 0, ok: true, problem: null }
  const ms = (): number => Math.round(performance.now() - startedAt)
  try {
    const result = await server.call({ tool: called.name, arguments: given, signal, onProgress: () => undefined })
    return { steps: [...steps, { ...step, ok: !result.isError, ms: ms() }], server: view, result, called: called.name }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      steps: [...steps, { ...step, ok: false, ms: ms(), problem: toWireError(error) }],
      server: view,
      result: null,
      called: called.name,
    }
  }
}

function isHarmless({ readOnly, enabled, inputSchema }: McpTool): boolean {
  const { required } = inputSchema
  return readOnly && enabled && (!Array.isArray(required) || required.length === 0)
}

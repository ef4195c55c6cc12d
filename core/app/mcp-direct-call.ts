import type { Audit } from '../audit/index.ts'
import type { Clock } from '../base/clock.ts'
import { classOfCode } from '../contract/error-class.ts'
import { AppError } from '../contract/errors.ts'
import type { McpResult, McpStep } from '../contract/mcp.ts'

interface Deps {
  readonly audit: Pick<Audit, 'mcpCalled'>
  readonly clock: Pick<Clock, 'now'>
}

interface Wanted {
  readonly projectRoot: string
  readonly server: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A call past the model, with its row whatever becomes of it. */
export async function directCall({ audit, clock }: Deps, wanted: Wanted, work: () => Promise<McpResult>): Promise<McpResult> {
  const startedAt = clock.now()
  const keep = (end: { resultBytes: number; errorClass: ReturnType<typeof classOfCode> | null }): void =>
    audit.mcpCalled({ ...wanted, durationMs: clock.now() - startedAt, ...end })
  try {
    const result = await work()
    keep({ resultBytes: bytesOf(result), errorClass: result.isError ? 'remote' : null })
    return result
  } catch (error) {
    keep({ resultBytes: 0, errorClass: error instanceof AppError ? classOfCode(error.code) : 'internal' })
    throw error
  }
}

interface Tried {
  readonly called: string
  readonly steps: readonly McpStep[]
  readonly result: McpResult | null
}

/** A try of a server, and of the tool it came to. */
export function serverTried({ audit }: Pick<Deps, 'audit'>, wanted: Wanted, { called, steps, result }: Tried): void {
  const wrong = steps.find(({ ok }) => !ok)
  audit.mcpCalled({
    ...wanted,
    tool: called,
    durationMs: steps.reduce((sum, { ms }) => sum + ms, 0),
    resultBytes: result ? bytesOf(result) : 0,
    errorClass: wrong?.problem ? classOfCode(wrong.problem.code) : wrong ? 'remote' : null,
  })
}

function bytesOf({ content }: McpResult): number {
  return Buffer.byteLength(JSON.stringify(content))
}

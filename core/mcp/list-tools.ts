import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Logger } from '../platform/platform.ts'

/** More pages than any server needs; one that never ends is cut. */
const MAX_PAGES = 200
const MAX_TOOLS = 5_000

/** Tools are read one by one later: a bad one must not cost the others. */
const Page = z.looseObject({ tools: z.array(z.unknown()).catch([]), nextCursor: z.string().optional().catch(undefined) })

interface Listing {
  /** Of all its pages. */
  readonly timeoutMs: number
  readonly server: string
  readonly log: Logger
  readonly signal?: AbortSignal
}

/** Every page of the list. A cursor that comes again ends it. */
export async function listTools(client: Client, { timeoutMs, server, log, signal }: Listing): Promise<readonly unknown[]> {
  // A server without tools is not asked for them: some end at the question.
  if (!client.getServerCapabilities()?.tools) return []
  const endsAt = performance.now() + timeoutMs
  const tools: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const timeout = Math.max(1, Math.round(endsAt - performance.now()))
    const read = await client.request({ method: 'tools/list', params }, Page, { timeout, ...(signal && { signal }) })
    const isWhole = tools.length + read.tools.length <= MAX_TOOLS
    // A page may be as long as a server likes.
    for (const tool of read.tools.slice(0, MAX_TOOLS - tools.length)) tools.push(tool)
    cursor = read.nextCursor || undefined
    if (cursor === undefined && isWhole) return tools
    if (cursor === undefined || seen.has(cursor)) break
    seen.add(cursor)
  }
  log.log('warn', 'mcp', 'the list of tools is cut', { server, tools: tools.length })
  return tools
}

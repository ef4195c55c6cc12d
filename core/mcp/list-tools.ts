import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Logger } from '../platform/platform.ts'

/** More pages than any server needs; one that never ends is cut. */
const MAX_PAGES = 200
const MAX_TOOLS = 5_000

/** Tools are read one by one later: a bad one must not cost the others. */
const Page = z.looseObject({ tools: z.array(z.unknown()).catch([]), nextCursor: z.string().optional().catch(undefined) })

interface Listing {
  readonly timeoutMs: number
  readonly server: string
  readonly log: Logger
  readonly signal?: AbortSignal
}

/** Every page of the list. A cursor that comes again ends it. */
export async function listTools(client: Client, { timeoutMs, server, log, signal }: Listing): Promise<readonly unknown[]> {
  // A server without tools is not asked for them: some end at the question.
  if (!client.getServerCapabilities()?.tools) return []
  const tools: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const read = await client.request({ method: 'tools/list', params }, Page, { timeout: timeoutMs, ...(signal && { signal }) })
    tools.push(...read.tools)
    cursor = read.nextCursor || undefined
    if (cursor === undefined) return tools
    if (seen.has(cursor)) break
    seen.add(cursor)
  }
  log.log('warn', 'mcp', 'the list of tools does not end', { server, tools: tools.length })
  return tools
}

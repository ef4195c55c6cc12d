import { z } from 'zod'
import type { ContentServer } from './types.ts'

/** More than any server needs; a list that never ends is cut. */
const MAX_PAGES = 100
const MAX_ITEMS = 5_000

/** Every page of a list, item by item: one that is not as it should be is left out and costs no other. A cursor that comes again ends it. */
export async function listAll<T>(
  server: ContentServer,
  { method, key, item, signal }: { method: string; key: string; item: z.ZodType<T>; signal: AbortSignal },
): Promise<T[]> {
  const read = z.looseObject({ nextCursor: z.string().optional().catch(undefined) })
  const items: T[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && items.length < MAX_ITEMS; page += 1) {
    const answer = await server.ask({ method, params: cursor === undefined ? {} : { cursor }, read, named: method, signal })
    const listed = answer[key]
    for (const one of Array.isArray(listed) ? listed : []) {
      const parsed = item.safeParse(one)
      if (parsed.success) items.push(parsed.data)
    }
    cursor = answer.nextCursor || undefined
    if (cursor === undefined || seen.has(cursor)) break
    seen.add(cursor)
  }
  return items.slice(0, MAX_ITEMS)
}

import type { McpResourceMatch } from '../../contract/mcp-content.ts'
import type { Server } from '../server.ts'
import { inTime } from './in-time.ts'
import type { ResourceList } from './types.ts'

const nothing: ResourceList = { resources: [], templates: [] }

/** Resources of the ready servers whose `server:uri` or name holds the words, those that begin with them first. */
export async function findResources(
  running: readonly { readonly name: string; readonly server: Server }[],
  { query, limit }: { query: string; limit: number },
): Promise<McpResourceMatch[]> {
  const ready = running.filter(({ server }) => server.state === 'ready')
  const lists = await Promise.all(
    ready.map(async ({ name: server, server: { content } }) => {
      const { resources } = await inTime(content.resources(), nothing)
      return resources.map(({ uri, name, title }) => ({ server, uri, name: title ?? name }))
    }),
  )
  const wanted = query.toLowerCase()
  const rank = ({ server, uri, name }: McpResourceMatch): number => {
    const whole = `${server}:${uri}`.toLowerCase()
    if (whole.startsWith(wanted)) return 0
    if (name.toLowerCase().startsWith(wanted)) return 1
    return whole.includes(wanted) || name.toLowerCase().includes(wanted) ? 2 : 3
  }
  return lists
    .flat()
    .filter((one) => rank(one) < 3)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, limit)
}

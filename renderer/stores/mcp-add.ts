import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { McpEntryForm, McpForeign, McpOffer, McpTarget } from '../../core/contract/mcp-install.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useMcpStore } from './mcp.ts'

export interface McpAddition {
  readonly offerId: string
  readonly target: McpTarget
  readonly servers: readonly { readonly name: string; readonly as: string; readonly settings: Record<string, string> }[]
}

/** Servers that could be added, wherever they are described, and entries that are changed. */
export const useMcpAddStore = defineStore('mcp-add', () => {
  const { client, files } = useConnection()
  const mcp = useMcpStore()
  /** Undefined until looked for. */
  const foreign = shallowRef<readonly McpForeign[]>()
  const foreignError = shallowRef<WireError>()

  /** Reads the files of other programs, never writes them. */
  async function lookAround(): Promise<void> {
    try {
      foreign.value = await client.mcpInstall.foreign({})
      foreignError.value = undefined
    } catch (failure) {
      foreignError.value = failureOf(failure)
    }
  }

  async function readFile(file: File): Promise<McpOffer> {
    const { path } = await client.mcpInstall.uploadFile({ name: file.name, bytes: file.size })
    const answer = await files.put(path, file)
    if (!isOfferAnswer(answer)) throw new Error(`Unknown answer to an upload: ${JSON.stringify(answer)}`)
    return answer.offer
  }

  /** Answers the names that were added. */
  async function add({ offerId, target, servers }: McpAddition): Promise<readonly string[]> {
    const { added } = await client.mcpInstall.add({
      offerId,
      target,
      servers: servers.map(({ name, as, settings }) => ({ name, settings, ...(as !== name && { as }) })),
    })
    await mcp.load()
    return added
  }

  async function change(name: string, entry: McpEntryForm): Promise<void> {
    await client.mcpInstall.change({ name, entry })
    await mcp.load()
  }

  return {
    foreign,
    foreignError,
    lookAround,
    readText: (text: string): Promise<McpOffer> => client.mcpInstall.readText({ text }),
    readForm: (name: string, entry: McpEntryForm): Promise<McpOffer> => client.mcpInstall.readForm({ name, entry }),
    readForeign: (path: string): Promise<McpOffer> => client.mcpInstall.readForeign({ path }),
    readFile,
    add,
    entryOf: (name: string): Promise<McpEntryForm> => client.mcpInstall.entry({ name }),
    change,
  }
})

interface OfferAnswer {
  readonly kind: 'mcp'
  readonly offer: McpOffer
}

/** The host checked what it sends; here only which answer it is. */
function isOfferAnswer(value: unknown): value is OfferAnswer {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'mcp' && 'offer' in value
}

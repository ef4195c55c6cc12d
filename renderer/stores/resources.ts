import { shallowRef, toValue, type MaybeRefOrGetter } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { McpResourcePart } from '../../core/contract/mcp-content.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** One resource of an MCP server, read when it is asked for. */
export function useResource(server: MaybeRefOrGetter<string>, uri: MaybeRefOrGetter<string>) {
  const { client } = useConnection()
  const parts = shallowRef<readonly McpResourcePart[]>()
  const error = shallowRef<WireError>()
  const isReading = shallowRef(false)

  async function read(): Promise<void> {
    isReading.value = true
    error.value = undefined
    try {
      parts.value = await client.mcpContent.readResource({ name: toValue(server), uri: toValue(uri) })
    } catch (failure) {
      error.value = failureOf(failure)
    } finally {
      isReading.value = false
    }
  }

  return { parts, error, isReading, read, close: () => void (parts.value = undefined) }
}

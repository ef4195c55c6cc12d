import { shallowRef, toValue, type MaybeRefOrGetter } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { McpResourcePart } from '../../core/contract/mcp-content.ts'
import { failureOf } from '../rpc/index.ts'
import { useMcpContentStore } from './mcp-content.ts'

/** One resource of an MCP server, read when it is asked for. */
export function useResource(server: MaybeRefOrGetter<string>, uri: MaybeRefOrGetter<string>) {
  const content = useMcpContentStore()
  const parts = shallowRef<readonly McpResourcePart[]>()
  const error = shallowRef<WireError>()
  const isReading = shallowRef(false)

  async function read(): Promise<void> {
    isReading.value = true
    error.value = undefined
    try {
      parts.value = await content.read(toValue(server), toValue(uri))
    } catch (failure) {
      error.value = failureOf(failure)
    } finally {
      isReading.value = false
    }
  }

  return { parts, error, isReading, read, close: () => void (parts.value = undefined) }
}

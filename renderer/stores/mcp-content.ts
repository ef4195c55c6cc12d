import { defineStore } from 'pinia'
import type { McpPrompt, McpResource, McpResourcePart, McpResourceTemplate } from '../../core/contract/mcp-content.ts'
import { useConnection } from '../rpc/index.ts'

export interface McpResources {
  readonly resources: readonly McpResource[]
  readonly templates: readonly McpResourceTemplate[]
}

/** What a server holds beside its tools. Nothing is kept: each look is as the server says now. */
export const useMcpContentStore = defineStore('mcp-content', () => {
  const { client } = useConnection()
  return {
    resources: (name: string): Promise<McpResources> => client.mcpContent.resources({ name }),
    read: (name: string, uri: string): Promise<readonly McpResourcePart[]> => client.mcpContent.readResource({ name, uri }),
    prompts: (name: string): Promise<readonly McpPrompt[]> => client.mcpContent.prompts({ name }),
    /** The words a prompt stands for. */
    async textOf(name: string, prompt: string, given: Record<string, string>): Promise<string> {
      return (await client.mcpContent.getPrompt({ name, prompt, arguments: given })).text
    },
  }
})

import type { RpcHandlers } from '../../contract/index.ts'
import { findResources, shownParts, type Server } from '../../mcp/index.ts'
import type { Caller } from '../../contract/method.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function mcpContentHandlers(services: Services): RpcHandlers['mcpContent'] {
  const { mcp } = services
  const ready = (caller: Caller, name: string): Promise<Server> => mcp.of(projectOf(services, caller).path).ready(name)
  return {
    async resources({ name }, { caller }) {
      const { resources, templates } = await (await ready(caller, name)).content.resources()
      return { resources: [...resources], templates: [...templates] }
    },
    find: (query, { caller }) => findResources(mcp.of(projectOf(services, caller).path).running(), query),
    async readResource({ name, uri }, { caller, signal }) {
      return shownParts(await (await ready(caller, name)).content.read(uri, { signal }))
    },
    prompts: async ({ name }, { caller }) => [...(await (await ready(caller, name)).content.prompts())],
    async getPrompt({ name, prompt, arguments: given }, { caller, signal }) {
      return { text: await (await ready(caller, name)).content.prompt(prompt, given, { signal }) }
    },
    async complete({ name, of, argument, value, given }, { caller, signal }) {
      const ref =
        of.kind === 'prompt' ? ({ type: 'ref/prompt', name: of.prompt } as const) : ({ type: 'ref/resource', uri: of.uriTemplate } as const)
      const { content } = await ready(caller, name)
      return { values: [...(await content.complete({ ref, argument: { name: argument, value }, given }, signal))] }
    },
  }
}

import { z } from 'zod'
import { method } from './method.ts'

/** Something a server offers to read. */
export const McpResource = z.object({
  uri: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mimeType: z.string().nullable(),
  /** Bytes, as the server says. */
  size: z.number().nullable(),
})
export type McpResource = z.infer<typeof McpResource>

/** A family of resources: `uriTemplate` is RFC 6570. */
export const McpResourceTemplate = z.object({
  uriTemplate: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mimeType: z.string().nullable(),
})
export type McpResourceTemplate = z.infer<typeof McpResourceTemplate>

/** One part of a resource. Text is bounded; bytes are told by their size only, an image is kept as an attachment would be. */
export const McpResourcePart = z.object({
  uri: z.string(),
  mimeType: z.string().nullable(),
  text: z.string().nullable(),
  /** It was longer. */
  isCut: z.boolean(),
  bytes: z.number().int(),
})
export type McpResourcePart = z.infer<typeof McpResourcePart>

export const McpPrompt = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
})
export type McpPrompt = z.infer<typeof McpPrompt>

/** A resource by a part of its name, as `@server:uri` names it. */
export const McpResourceMatch = z.object({ server: z.string(), uri: z.string(), name: z.string() })
export type McpResourceMatch = z.infer<typeof McpResourceMatch>

const name = z.string()

/** What servers hold beside tools. Of a server that is started for this where it was not; `mcp.not_found`, `mcp.not_ready`, `mcp.refused`. */
export const mcpContent = {
  resources: method({
    input: z.object({ name }),
    output: z.object({ resources: z.array(McpResource), templates: z.array(McpResourceTemplate) }),
  }),
  /** Of the servers that are ready; starts none. */
  find: method({
    input: z.object({ query: z.string().max(500), limit: z.number().int().min(1).max(100).default(20) }),
    output: z.array(McpResourceMatch),
  }),
  readResource: method({ input: z.object({ name, uri: z.string().max(4_000) }), output: z.array(McpResourcePart) }),
  prompts: method({ input: z.object({ name }), output: z.array(McpPrompt) }),
  /** The words a prompt stands for, as they would be sent. `mcp.refused`. */
  getPrompt: method({
    input: z.object({ name, prompt: z.string(), arguments: z.record(z.string(), z.string()) }),
    output: z.object({ text: z.string() }),
  }),
  /** What may be typed there, by the server's own word; empty where it has none. */
  complete: method({
    input: z.object({
      name,
      of: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('prompt'), prompt: z.string() }),
        z.object({ kind: z.literal('resource'), uriTemplate: z.string() }),
      ]),
      argument: z.string(),
      value: z.string().max(1_000),
      /** Filled in already. */
      given: z.record(z.string(), z.string()),
    }),
    output: z.object({ values: z.array(z.string()) }),
  }),
}

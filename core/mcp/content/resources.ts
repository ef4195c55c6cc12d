import { z } from 'zod'
import type { McpResource, McpResourceTemplate } from '../../contract/mcp-content.ts'
import { plainText } from '../plain-text.ts'
import { listAll } from './pages.ts'
import type { ContentServer, ReadPart, ResourceList } from './types.ts'

const MAX_CHARS = 1_000
const MAX_URI_CHARS = 4_000
const MAX_PARTS = 1_000

const text = z.string().optional().catch(undefined)
const about = { name: text, title: text, description: text, mimeType: text }
const Resource = z.looseObject({ uri: z.string().min(1).max(MAX_URI_CHARS), ...about, size: z.number().optional().catch(undefined) })
const Template = z.looseObject({ uriTemplate: z.string().min(1).max(MAX_URI_CHARS), ...about })
const Part = z.looseObject({ uri: text, mimeType: text, text, blob: text })

export async function listResources(server: ContentServer, signal: AbortSignal): Promise<ResourceList> {
  if (!server.offers().includes('resources')) return { resources: [], templates: [] }
  const resources = await listAll(server, { method: 'resources/list', key: 'resources', item: Resource, signal })
  // Some that have resources know nothing of templates and say so with an error.
  const templates = await listAll(server, { method: 'resources/templates/list', key: 'resourceTemplates', item: Template, signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted()
      if (isNoMethod(error)) return []
      throw error
    },
  )
  return {
    resources: unique(resources, ({ uri }) => uri).map((one): McpResource => ({
      ...said(one, one.uri),
      uri: one.uri,
      size: one.size ?? null,
    })),
    templates: unique(templates, ({ uriTemplate }) => uriTemplate).map((one): McpResourceTemplate => ({
      ...said(one, one.uriTemplate),
      uriTemplate: one.uriTemplate,
    })),
  }
}

export async function readResource(
  server: ContentServer,
  uri: string,
  options: Pick<Parameters<ContentServer['ask']>[0], 'signal' | 'asker'>,
): Promise<ReadPart[]> {
  const { contents } = await server.ask({ method: 'resources/read', params: { uri }, read: Contents, named: uri, ...options })
  return contents.slice(0, MAX_PARTS).flatMap((one) => {
    const part = Part.safeParse(one)
    if (!part.success) return []
    const { uri: own = uri, mimeType = null } = part.data
    return [{ uri: own, mimeType, text: part.data.text, blob: part.data.blob }]
  })
}

const Contents = z.looseObject({ contents: z.array(z.unknown()).catch([]) })

function said(one: z.output<z.ZodObject<typeof about>>, fallback: string) {
  const { name = fallback, title, description = '', mimeType } = one
  return {
    name: plainText(name, MAX_CHARS) || fallback,
    title: title === undefined ? null : plainText(title, MAX_CHARS),
    description: plainText(description, MAX_CHARS),
    mimeType: mimeType === undefined ? null : plainText(mimeType, 200),
  }
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((one) => [keyOf(one), one])).values()]
}

function isNoMethod(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'mcp.refused'
}

import { z } from 'zod'
import { isTooDeep } from '../base/too-deep.ts'
import type { McpLaunch } from '../config/types.ts'
import { fitsGlob } from '../config/mcp-globs.ts'
import type { McpTool } from '../contract/mcp.ts'
import { definitionText } from './definition-text.ts'
import { headerFault } from './param-headers.ts'
import { plainText } from './plain-text.ts'
import { modelSchema } from './schema.ts'
import { fullToolName } from './tool-names.ts'

const MAX_DESCRIPTION_CHARS = 4_000

/** Only what we use, each part on its own: one odd field does not cost the tool. */
const RemoteTool = z.looseObject({
  name: z.string(),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  execution: z
    .looseObject({ taskSupport: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  annotations: z
    .looseObject({ readOnlyHint: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/** What a server lists, tool by tool: a bad one is set aside with its reason and costs no other. By full name. */
export function readTools(server: string, listed: readonly unknown[], policy: Pick<McpLaunch, 'tools' | 'trustsAnnotations'>): McpTool[] {
  const taken = new Set<string>()
  return listed
    .map((one) => readTool(server, one, { policy, taken }))
    .toSorted((a, b) => (a.fullName === b.fullName ? 0 : a.fullName < b.fullName ? -1 : 1))
}

function readTool(
  server: string,
  listed: unknown,
  { policy, taken }: { policy: Pick<McpLaunch, 'tools' | 'trustsAnnotations'>; taken: Set<string> },
): McpTool {
  const read = RemoteTool.safeParse(listed)
  if (!read.success) return setAside({ name: '', description: '' }, 'it is not described as a tool is')
  const { name, inputSchema, annotations } = read.data
  const description = plainText(read.data.description ?? '', MAX_DESCRIPTION_CHARS) || `Tool ${name} of MCP server ${server}`
  if (name === '') return setAside({ name, description }, 'it has no name')
  const fullName = fullToolName(server, name)
  if (taken.has(fullName)) return setAside({ name, description }, 'another tool has the same name')
  if (read.data.execution?.taskSupport === 'required') return setAside({ name, description }, 'it can only be run as a task')
  const fault = headerFault(inputSchema)
  if (fault !== undefined) return setAside({ name, description }, fault)
  const schema = modelSchema(inputSchema)
  if ('reason' in schema) return setAside({ name, description }, schema.reason)
  if (isTooDeep(read.data)) return setAside({ name, description }, 'its definition is nested too deeply')
  taken.add(fullName)
  return {
    name,
    fullName,
    description,
    readOnly: policy.trustsAnnotations && annotations?.readOnlyHint === true,
    enabled: policy.tools.allow.some((glob) => fitsGlob(glob, name)) && !policy.tools.deny.some((glob) => fitsGlob(glob, name)),
    quarantined: false,
    reason: null,
    inputSchema: { ...schema.ok },
    ...uncounted,
    definition: definitionText(read.data),
  }
}

function setAside({ name, description }: Pick<McpTool, 'name' | 'description'>, reason: string): McpTool {
  const facts = { name, fullName: '', description, readOnly: false, enabled: false, quarantined: true, reason, inputSchema: {} }
  return { ...facts, ...uncounted, definition: '' }
}

const uncounted = { calls: 0, failedCalls: 0, p50Ms: null, before: null }

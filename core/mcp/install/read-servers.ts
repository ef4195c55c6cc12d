import { z } from 'zod'
import { readEntry, type Inputs } from './read-entry.ts'
import type { Found } from './types.ts'

const Mapping = z.record(z.string(), z.unknown())
const Input = z.looseObject({
  id: z.string(),
  description: z.string().optional().catch(undefined),
  password: z.boolean().optional().catch(undefined),
  default: z.string().optional().catch(undefined),
})

/** Keys that hold servers by name, as other programs have them. */
const LISTS = ['mcpServers', 'mcp_servers', 'servers', 'context_servers', 'mcp', 'extensions'] as const

/** The servers a parsed file or text describes. */
export function readServers(value: unknown, outer: Inputs = new Map()): readonly Found[] {
  const root = mappingOf(value)
  if (!root) return []
  const inputs = new Map([...outer, ...inputsOf(root['inputs'])])
  const list = LISTS.map((key) => root[key]).find((one) => mappingOf(one))
  if (list !== undefined) {
    const inner = readServers(list, inputs)
    return inner.length > 0 ? inner : named(list, inputs)
  }
  const single = readEntry(typeof root['name'] === 'string' ? root['name'] : undefined, root, inputs)
  return single ? [single] : named(root, inputs)
}

function named(value: unknown, inputs: Inputs): readonly Found[] {
  return Object.entries(mappingOf(value) ?? {}).flatMap(([name, one]) => readEntry(name, one, inputs) ?? [])
}

function mappingOf(value: unknown): Record<string, unknown> | undefined {
  return Array.isArray(value) ? undefined : Mapping.safeParse(value).data
}

function inputsOf(value: unknown): Inputs {
  const list = Array.isArray(value) ? value.flatMap((one) => Input.safeParse(one).data ?? []) : []
  return new Map(
    list.map(({ id, description = id, password = false, default: initial = '' }) => [id, { description, isSecret: password, initial }]),
  )
}

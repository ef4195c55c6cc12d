import type { Document } from 'yaml'
import { AppError } from '../contract/errors.ts'
import { checkMcpEntry } from './mcp.ts'
import { parseYaml } from './yaml-file.ts'

/** `AppError('mcp.exists' | 'config.mcp_*')` for one that is there or could not be read. */
export function addServer(
  path: string,
  document: Document,
  { name, entry }: { name: string; entry: Readonly<Record<string, unknown>> },
): void {
  if (document.hasIn(['mcp_servers', name])) throw new AppError('mcp.exists', { params: { name } })
  if (!isMapping(document)) document.set('mcp_servers', document.createNode({}))
  document.setIn(['mcp_servers', name], document.createNode(entry))
  const [problem] = checkMcpEntry(parseYaml(path, document.toString({ lineWidth: 0 })), name)
  if (problem) throw problem
}

export function changeServer(document: Document, name: string, change: 'enable' | 'disable' | 'remove'): void {
  const at = ['mcp_servers', name]
  if (change === 'remove') document.deleteIn(at)
  // Without the key it is on.
  else if (change === 'enable') document.deleteIn([...at, 'enabled'])
  else document.setIn([...at, 'enabled'], false)
}

function isMapping(document: Document): boolean {
  const list = document.get('mcp_servers')
  return typeof list === 'object' && list !== null
}

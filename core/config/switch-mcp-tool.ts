import { type Document, isMap, isSeq } from 'yaml'
import { AppError } from '../contract/errors.ts'
import { fitsGlob } from './mcp-globs.ts'

/** Switches one tool in an entry's `tools`. `AppError('mcp.tool_denied')` where a pattern denies it: that is the person's own rule. */
export function switchTool(document: Document, { name, tool, enabled }: { name: string; tool: string; enabled: boolean }): void {
  const at = ['mcp_servers', name, 'tools']
  const [deny, allow] = [
    [...at, 'deny'],
    [...at, 'allow'],
  ]
  if (!enabled) return add(document, deny, tool)
  const pattern = listAt(document, deny).find((glob) => glob !== tool && fitsGlob(glob, tool))
  if (pattern !== undefined) throw new AppError('mcp.tool_denied', { params: { name, tool, pattern } })
  remove(document, deny, tool)
  // An entry without `allow` allows all.
  if (document.hasIn(allow) && !listAt(document, allow).some((glob) => fitsGlob(glob, tool))) add(document, allow, tool)
  const tools = document.getIn(at)
  if (isMap(tools) && tools.items.length === 0) document.deleteIn(at)
}

function listAt(document: Document, at: readonly string[]): string[] {
  const list = document.getIn(at)
  return isSeq(list) ? list.toJSON().map(String) : []
}

/** Item by item, so that the comments of the others stay. */
function add(document: Document, at: readonly string[], tool: string): void {
  const list = document.getIn(at)
  if (!isSeq(list)) document.setIn(at, document.createNode([tool]))
  else if (!listAt(document, at).includes(tool)) list.add(document.createNode(tool))
}

function remove(document: Document, at: readonly string[], tool: string): void {
  const index = listAt(document, at).indexOf(tool)
  if (index >= 0) document.deleteIn([...at, index])
  const list = document.getIn(at)
  if (isSeq(list) && list.items.length === 0) document.deleteIn(at)
}

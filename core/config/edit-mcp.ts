import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, isNode } from 'yaml'
import type { AppErrorOptions } from '../contract/errors.ts'
import { AppError } from '../contract/errors.ts'
import { checkMcpEntry } from './mcp.ts'
import { parseYaml } from './yaml-file.ts'

type Entry = Readonly<Record<string, unknown>>

/** `AppError('mcp.exists' | 'config.mcp_*')` for one that is there or could not be read. */
export function addServer(path: string, document: Document, { name, entry }: { name: string; entry: Entry }): void {
  if (document.hasIn(['mcp_servers', name])) throw new AppError('mcp.exists', { params: { name } })
  if (!isMap(document.get('mcp_servers'))) document.set('mcp_servers', document.createNode({}))
  document.setIn(['mcp_servers', name], document.createNode(entry))
  mustRead(path, document, name)
}

export function changeServer(document: Document, name: string, change: 'enable' | 'disable' | 'remove'): void {
  const at = ['mcp_servers', name]
  if (change === 'remove') document.deleteIn(at)
  // Without the key it is on.
  else if (change === 'enable') document.deleteIn([...at, 'enabled'])
  else document.setIn([...at, 'enabled'], false)
}

/**
 * Lays keys over an entry: undefined takes one away, a mapping is gone through key by key (so that comments stay), null in it
 * leaves a value as it is. `AppError('config.mcp_*')`.
 */
export function editServer(path: string, document: Document, { name, changes }: { name: string; changes: Entry }): void {
  const at = ['mcp_servers', name]
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) document.deleteIn([...at, key])
    else if (isSame(document, [...at, key], value)) continue
    else if (isPlain(value) && isMap(document.getIn([...at, key]))) editMapping(document, [...at, key], value)
    else document.setIn([...at, key], document.createNode(value))
  }
  mustRead(path, document, name)
}

function editMapping(document: Document, at: readonly string[], wanted: Entry): void {
  const existing = document.getIn(at)
  if (!isMap(existing)) return
  const gone = existing.items.map(({ key }) => String(key)).filter((key) => !(key in wanted))
  for (const key of gone) document.deleteIn([...at, key])
  for (const [key, value] of Object.entries(wanted))
    if (value !== null && !isSame(document, [...at, key], value)) document.setIn([...at, key], value)
}

/** What is not another now keeps its spelling and its comments. */
function isSame(document: Document, at: readonly string[], value: unknown): boolean {
  const existing = document.getIn(at)
  return isDeepStrictEqual(isNode(existing) ? existing.toJSON() : existing, value)
}

/** What is wrong with an entry of that name, wherever it would stand; undefined: nothing. */
export function entryProblem(name: string, entry: Entry): AppError | undefined {
  const [problem] = checkMcpEntry({ path: '', content: { mcp_servers: { [name]: entry } }, lineOf: () => 0, problem: unplaced }, name)
  return problem
}

function unplaced(code: AppError['code'], _: unknown, params: AppErrorOptions['params'] = {}): AppError {
  return new AppError(code, { params: { file: 'mcp_servers', line: 1, ...params } })
}

function mustRead(path: string, document: Document, name: string): void {
  const [problem] = checkMcpEntry(parseYaml(path, document.toString({ lineWidth: 0 })), name)
  if (problem) throw problem
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

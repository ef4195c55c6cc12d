import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { AppError } from '../contract/errors.ts'
import type { ErrorCode } from '../contract/error-texts.ts'
import { openRegularFile } from '../platform/regular-file.ts'

/** Configuration is text a person wrote; anything larger is not. */
const MAX_BYTES = 1_000_000

export type Path = readonly PropertyKey[]

/** A file that parsed. */
export interface YamlFile {
  readonly path: string
  /** Plain values; keys without a value are left out. */
  readonly content: unknown
  /** 1-based line of the key or item at `path`, else of the nearest thing around it. */
  lineOf(path: Path): number
  problem(code: ErrorCode, at: Path, params?: Record<string, string | number>): AppError
}

export type YamlRead =
  | { readonly state: 'absent' }
  | { readonly state: 'bad'; readonly problem: AppError }
  | { readonly state: 'ok'; readonly file: YamlFile; readonly text: string }

/** The text of a configuration file, undefined when there is none. `AppError('config.unreadable')` when it cannot be read. */
export async function readConfigText(path: string): Promise<string | undefined> {
  try {
    const opened = await openRegularFile(path)
    if (!opened) throw new Error('not a regular file')
    try {
      if (opened.stats.size > MAX_BYTES) throw new Error('larger than 1 MB')
      return await opened.handle.readFile('utf8')
    } finally {
      await opened.handle.close()
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return undefined
    throw new AppError('config.unreadable', {
      params: { file: path, detail: cause instanceof Error ? cause.message : String(cause) },
      cause,
    })
  }
}

/** `known`: how it was read before; the same text is not parsed again. */
export async function readYaml(path: string, known?: Extract<YamlRead, { state: 'ok' }>): Promise<YamlRead> {
  try {
    const text = await readConfigText(path)
    if (text === undefined) return { state: 'absent' }
    return known?.text === text ? known : { state: 'ok', file: parseYaml(path, text), text }
  } catch (error) {
    if (error instanceof AppError) return { state: 'bad', problem: error }
    throw error
  }
}

/** `AppError('config.invalid')` when the text is not YAML. */
export function parseYaml(path: string, text: string): YamlFile {
  const { document, lineCounter } = parseForEdit(path, text)
  const lineOf = (at: Path): number => lineCounter.linePos(offsetOf(document, at)).line
  return {
    path,
    content: plainContent(document, path),
    lineOf,
    problem: (code, at, params = {}) => new AppError(code, { params: { file: path, line: lineOf(at), ...params } }),
  }
}

/** The document with its comments, for writing it back. `AppError('config.invalid')` when it does not parse. */
export function parseForEdit(path: string, text: string): { document: Document; lineCounter: LineCounter } {
  const lineCounter = new LineCounter()
  // Pretty errors quote the source, and the source may hold a key.
  // Its own look for repeated keys compares each with every other: some ten thousand would stop the program for a minute.
  const document = parseDocument(text, { lineCounter, prettyErrors: false, merge: true, uniqueKeys: false })
  const error = document.errors[0] ?? repeatedKey(document, path)
  // What is never closed is noticed behind the end; the last line a person can look at is named.
  const lastLine = text.trimEnd().split('\n').length
  if (error) throw invalid(path, Math.min(lineCounter.linePos(error.pos[0]).line, lastLine), error.message)
  return { document, lineCounter }
}

function repeatedKey(document: Document, path: string): { pos: readonly [number, number]; message: string } | undefined {
  let pos: readonly [number, number] | undefined
  try {
    visit(document, {
      Map(_, { items }) {
        const seen = new Set<unknown>()
        for (const { key } of items) {
          if (!isScalar(key)) continue
          if (seen.has(key.value)) {
            pos = [key.range?.[0] ?? 0, key.range?.[1] ?? 0]
            return visit.BREAK
          }
          seen.add(key.value)
        }
        return undefined
      },
    })
  } catch (cause) {
    // Nested so deeply that walking it takes more stack than there is.
    throw invalid(path, 1, cause instanceof Error ? cause.message : String(cause))
  }
  return pos && { pos, message: 'Map keys must be unique' }
}

function plainContent(document: Document, path: string): unknown {
  try {
    return withoutNulls(document.toJS({ maxAliasCount: 100 }))
  } catch (cause) {
    throw invalid(path, 1, cause instanceof Error ? cause.message : String(cause))
  }
}

/** The parser's words without the pieces of the file that some of them end in; no `cause`, for the same reason. */
function invalid(path: string, line: number, words: string): AppError {
  const detail = words.replace(/:\s.*$/s, '').replaceAll(/"(?:[^"\\]|\\.)*"/gs, '"…"')
  return new AppError('config.invalid', { params: { file: path, line, detail } })
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]))
}

/** Where the key (in a map) or the item (in a list) at `path` begins. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const last = path[length - 1]
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
      if (pair && isScalar(pair.key) && pair.key.range) return pair.key.range[0]
      continue
    }
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

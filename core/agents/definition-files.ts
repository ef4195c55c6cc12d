import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { AgentSource } from '../contract/agents.ts'
import { isInside } from '../permission/index.ts'
import { openRegularFile } from '../platform/index.ts'
import { readDefinition } from './read-definition.ts'
import type { Diagnostic, FoundAgent } from './types.ts'

const MAX_BYTES = 1024 * 1024
const MAX_FILES = 1_000
const MAX_DEPTH = 3

export interface DefinitionRoot {
  readonly source: AgentSource
  readonly path: string
  /** Links must stay in it; undefined: a person made them, they may lead anywhere. */
  readonly boundary: string | undefined
  /** Id of the plugin it came with, and which of its files are agents. */
  readonly plugin?: { readonly id: string; readonly files: readonly string[] }
}

type Contents = Pick<FoundAgent, 'name' | 'text' | 'diagnostics'>

/** Definitions as their files are now; a file that did not change is not read again. */
export interface DefinitionFiles {
  read(root: DefinitionRoot): Promise<FoundAgent[]>
}

export function createDefinitionFiles(knowsModel: (id: string) => boolean): DefinitionFiles {
  const known = new Map<string, Contents & { stamp: string }>()

  async function readFile(file: string, { source, boundary, plugin }: DefinitionRoot): Promise<FoundAgent> {
    const target = await realpath(file).catch(() => undefined)
    const at = { source, ...(plugin && { plugin: plugin.id }), path: file }
    if (target === undefined) return { ...at, ...broken(file, new AppError('agent.not_text')) }
    if (boundary !== undefined && !isInside(target, boundary)) {
      return { ...at, ...broken(file, new AppError('agent.link_out', { params: { target } })) }
    }
    const opened = await openRegularFile(target).catch(() => undefined)
    if (!opened) return { ...at, ...broken(file, new AppError('agent.not_text')) }
    try {
      const { ino, size, mtimeMs, ctimeMs } = opened.stats
      const stamp = `${ino} ${size} ${mtimeMs} ${ctimeMs}`
      const before = known.get(file)
      if (before?.stamp === stamp) return { ...at, ...before }
      const contents =
        size > MAX_BYTES
          ? broken(file, new AppError('agent.not_text'))
          : contentsOf(await opened.handle.readFile(), { fileName: path.basename(file), knowsModel })
      known.set(file, { ...contents, stamp })
      return { ...at, ...contents }
    } finally {
      await opened.handle.close()
    }
  }
  return {
    async read(root) {
      const files = root.plugin?.files ?? (await filesIn(root.path, 0))
      const found = await Promise.all(files.slice(0, MAX_FILES).map((file) => readFile(file, root)))
      if (files.length <= MAX_FILES) return found
      const problem = new AppError('agent.too_many', { params: { limit: MAX_FILES } })
      return [...found, { source: root.source, path: root.path, ...broken(root.path, problem) }]
    },
  }
}

/** A definition as a file with this text and name. */
export function contentsOf(bytes: Uint8Array, how: { fileName: string; knowsModel: (id: string) => boolean }): Contents {
  const { text, diagnostics } = readDefinition(bytes, how)
  return { name: text?.name ?? how.fileName.replace(/\.md$/i, ''), text, diagnostics }
}

function broken(file: string, problem: AppError): Contents {
  const diagnostic: Diagnostic = { level: 'error', line: 1, problem }
  return { name: path.basename(file).replace(/\.md$/i, ''), text: undefined, diagnostics: [diagnostic] }
}

async function filesIn(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  const files: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || files.length > MAX_FILES) continue
    const inner = path.join(folder, entry.name)
    if (entry.isDirectory() && depth < MAX_DEPTH) files.push(...(await filesIn(inner, depth + 1)))
    else if (/\.md$/i.test(entry.name)) files.push(inner)
  }
  return files
}

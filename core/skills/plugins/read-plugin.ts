import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from '../install/folder.ts'
import { innerPath, MANIFEST, PluginManifest } from './manifest.ts'

/** What a plugin's folder brings. Paths are from its folder, with forward slashes. */
export interface PluginParts {
  readonly name: string
  readonly version: string
  readonly description: string
  /** Folders with a SKILL.md. */
  readonly skills: readonly string[]
  readonly commands: readonly string[]
  /** Folders of them. */
  readonly commandFolders: readonly string[]
  /** Commands that the manifest names one by one and that lie elsewhere. */
  readonly commandFiles: readonly string[]
  readonly agents: readonly string[]
  /** Files that hold hooks; what stands in the manifest itself is `.claude-plugin/plugin.json`. */
  readonly hooks: readonly string[]
  /** Files that hold MCP servers. */
  readonly mcp: readonly string[]
}

/** Reads a plugin's folder; what cannot be read is left out. */
export async function readPlugin(folder: string): Promise<PluginParts> {
  const files = (await listFiles(folder).catch(() => [])).flatMap(({ kind, path: file }) => (kind === 'file' ? [file] : []))
  const manifest = await readJson(folder, MANIFEST)
  const known = PluginManifest.safeParse(manifest).data
  const markdown = (usual: string, given: readonly string[] | undefined): string[] => {
    const places = [usual, ...(given ?? []).flatMap((one) => innerPath(one) ?? [])]
    return files.filter((file) => isMarkdown(file) && places.some((place) => file === place || file.startsWith(`${place}/`)))
  }
  const configs = (usual: string, given: unknown): string[] => {
    const named = typeof given === 'string' ? innerPath(given) : undefined
    const inline = typeof given === 'object' && given !== null ? [MANIFEST] : []
    return [...new Set([usual, named].filter((file) => file !== undefined && files.includes(file)).concat(inline))].flatMap(
      (file) => file ?? [],
    )
  }
  const commandPlaces = ['commands', ...(known?.commands ?? []).flatMap((one) => innerPath(one) ?? [])]
  const commandFolders = commandPlaces.filter((one) => !isMarkdown(one))
  return {
    name: known?.name ?? path.basename(folder),
    version: known?.version ?? '',
    description: known?.description ?? '',
    skills: files.flatMap((file) => (/(^|\/)skill\.md$/i.test(file) ? [path.posix.dirname(file)] : [])),
    commands: markdown('commands', known?.commands),
    commandFolders,
    commandFiles: commandPlaces.filter(
      (one) => isMarkdown(one) && files.includes(one) && !commandFolders.some((folder) => one.startsWith(`${folder}/`)),
    ),
    agents: markdown('agents', known?.agents),
    hooks: configs('hooks/hooks.json', known?.hooks),
    mcp: configs('.mcp.json', known?.mcpServers),
  }
}

function isMarkdown(file: string): boolean {
  return /\.md$/i.test(file)
}

/** Undefined: it is not there, or is no JSON. */
export async function readJson(folder: string, file: string): Promise<unknown> {
  const text = await readFile(path.join(folder, file), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

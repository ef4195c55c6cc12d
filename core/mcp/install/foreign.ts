import path from 'node:path'
import type { McpForeign } from '../../contract/mcp-install.ts'
import { openRegularFile } from '../../platform/index.ts'
import { parseAny } from './parse-any.ts'
import { readServers } from './read-servers.ts'
import type { Found } from './types.ts'

/** Some programs keep their whole history beside their servers. */
const MAX_BYTES = 32 * 1024 * 1024

export interface Machine {
  /** The person's own folder. */
  readonly home: string
  /** Undefined: only what is the person's. */
  readonly projectRoot: string | undefined
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where other programs keep their servers, on this machine and in this project. */
export function foreignFiles({
  home,
  projectRoot,
  platform,
  env,
}: Machine): readonly { readonly program: string; readonly path: string }[] {
  const config =
    platform === 'win32'
      ? (env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'))
      : (env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'))
  const support = platform === 'darwin' ? path.join(home, 'Library', 'Application Support') : config
  const dotConfig = platform === 'win32' ? config : path.join(home, '.config')
  const project = projectRoot === undefined ? [] : inProject(projectRoot)
  return [
    at('claude-code', home, '.claude.json'),
    at('claude-desktop', support, 'Claude', 'claude_desktop_config.json'),
    at('codex', home, '.codex', 'config.toml'),
    at('cursor', home, '.cursor', 'mcp.json'),
    at('gemini', home, '.gemini', 'settings.json'),
    at('goose', dotConfig, 'goose', 'config.yaml'),
    at('opencode', dotConfig, 'opencode', 'opencode.json'),
    at('opencode', dotConfig, 'opencode', 'opencode.jsonc'),
    at('vscode', support, 'Code', 'User', 'mcp.json'),
    at('windsurf', home, '.codeium', 'windsurf', 'mcp_config.json'),
    at('zed', dotConfig, 'zed', 'settings.json'),
    ...project,
  ]
}

const at = (program: string, ...parts: string[]) => ({ program, path: path.join(...parts) })

function inProject(root: string) {
  return [
    at('claude-code', root, '.mcp.json'),
    at('codex', root, '.codex', 'config.toml'),
    at('cursor', root, '.cursor', 'mcp.json'),
    at('gemini', root, '.gemini', 'settings.json'),
    at('opencode', root, 'opencode.json'),
    at('vscode', root, '.vscode', 'mcp.json'),
  ]
}

/** Those that are there and name a server. Nothing of them is changed. */
export async function findForeign(machine: Machine): Promise<McpForeign[]> {
  const read = foreignFiles(machine).map(async (file) => ({
    ...file,
    servers: (await readForeign(file.path, machine)).map(({ name }) => name),
  }))
  return (await Promise.all(read)).filter(({ servers }) => servers.length > 0)
}

/** Servers of one of these files; none where it is not there or says nothing. */
export async function readForeign(file: string, { projectRoot }: Pick<Machine, 'projectRoot'>): Promise<readonly Found[]> {
  const text = await readText(file)
  if (text === undefined) return []
  const value = parseAny(text)
  const own = readServers(withoutOthers(value))
  const named = new Set(own.map(({ name }) => name))
  return [...own, ...readServers(ofProject(value, projectRoot)).filter(({ name }) => !named.has(name))]
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const opened = await openRegularFile(file)
    if (!opened) return undefined
    try {
      return opened.stats.size > MAX_BYTES ? undefined : await opened.handle.readFile('utf8')
    } finally {
      await opened.handle.close()
    }
  } catch {
    // Another program's file that cannot be read is one that offers nothing.
    return undefined
  }
}

const LISTS = ['mcpServers', 'mcp_servers', 'servers', 'context_servers', 'mcp', 'extensions', 'inputs']

/** Only what holds servers: the rest of a settings file is full of things that look like one. */
function withoutOthers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const kept = Object.entries(value).filter(([key]) => LISTS.includes(key))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Claude Code keeps servers of single folders in the same file. */
function ofProject(value: unknown, projectRoot: string | undefined): unknown {
  if (projectRoot === undefined || typeof value !== 'object' || value === null || !('projects' in value)) return undefined
  const { projects } = value
  const own =
    typeof projects === 'object' && projects !== null ? Object.entries(projects).find(([key]) => key === projectRoot)?.[1] : undefined
  return withoutOthers(own)
}

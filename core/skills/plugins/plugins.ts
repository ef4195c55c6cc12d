import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readPlugin, type PluginParts } from './read-plugin.ts'

/** Where a plugin lies. */
export interface PluginFolder {
  /** Its folder's name. */
  readonly id: string
  /** A project's plugins count as little as the project does: without trust not at all. */
  readonly source: 'project' | 'user'
  readonly folder: string
}

type InstalledPlugin = PluginFolder & PluginParts

/** Bundles that were installed and are switched on, the project's first; as they lie on the disk now. */
export interface Plugins {
  /** Without reading them. */
  folders(projectRoot: string | undefined): Promise<readonly PluginFolder[]>
  list(projectRoot: string | undefined): Promise<readonly InstalledPlugin[]>
}

export interface PluginsDeps {
  /** `MEWCODE_HOME`. */
  readonly home: string
  /** Ids that are switched off here or everywhere. */
  readonly disabled: (projectRoot: string | undefined) => Promise<readonly string[]>
}

export function createPlugins({ home, disabled }: PluginsDeps): Plugins {
  async function folders(projectRoot: string | undefined): Promise<PluginFolder[]> {
    const places = [
      ...(projectRoot === undefined ? [] : [{ source: 'project' as const, root: path.join(projectRoot, '.mewcode/plugins') }]),
      { source: 'user' as const, root: path.join(home, 'plugins') },
    ]
    const found = await Promise.all(
      places.map(async ({ source, root }) => (await namesIn(root)).map((id) => ({ id, source, folder: path.join(root, id) }))),
    )
    const all = found.flat()
    if (all.length === 0) return all
    const off = new Set(await disabled(projectRoot))
    return all.filter(({ id }) => !off.has(id))
  }
  return {
    folders,
    list: async (projectRoot) =>
      Promise.all((await folders(projectRoot)).map(async (place) => ({ ...(await readPlugin(place.folder)), ...place }))),
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [])).sort()
}

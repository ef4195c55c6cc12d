import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readPlugin, type PluginParts } from './read-plugin.ts'

export interface InstalledPlugin extends PluginParts {
  /** A project's plugins count as little as the project does: without trust not at all. */
  readonly source: 'project' | 'user'
  readonly folder: string
}

/** Every plugin that was installed, the project's first. */
export async function installedPlugins({
  home,
  projectRoot,
}: {
  home: string
  projectRoot: string | undefined
}): Promise<InstalledPlugin[]> {
  const places = pluginFolders({ home, projectRoot })
  const found = await Promise.all(
    places.map(async ({ source, folder }) => {
      const names = await namesIn(folder)
      return Promise.all(
        names.map(async (name) => ({ ...(await readPlugin(path.join(folder, name))), source, folder: path.join(folder, name) })),
      )
    }),
  )
  return found.flat()
}

/** Folders of plugins without reading them. */
export async function pluginRoots(where: {
  home: string
  projectRoot: string | undefined
}): Promise<{ source: 'project' | 'user'; folder: string }[]> {
  const found = await Promise.all(
    pluginFolders(where).map(async ({ source, folder }) =>
      (await namesIn(folder)).map((name) => ({ source, folder: path.join(folder, name) })),
    ),
  )
  return found.flat()
}

function pluginFolders({ home, projectRoot }: { home: string; projectRoot: string | undefined }) {
  const project = projectRoot === undefined ? [] : [{ source: 'project' as const, folder: path.join(projectRoot, '.mewcode/plugins') }]
  return [...project, { source: 'user' as const, folder: path.join(home, 'plugins') }]
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [])).sort()
}

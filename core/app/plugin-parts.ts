import path from 'node:path'
import type { DefinitionRoot } from '../agents/index.ts'
import type { PluginServers } from '../config/mcp.ts'
import { parseYaml, readConfigText } from '../config/yaml-file.ts'
import { AppError } from '../contract/errors.ts'
import type { RuleFile } from '../hooks/index.ts'
import type { Logger } from '../platform/platform.ts'
import type { Plugins } from '../skills/index.ts'

/** What plugins bring beside skills and commands, in the words of the rooms that act on it. */
export interface PluginParts {
  agentRoots(projectRoot: string | undefined): Promise<readonly DefinitionRoot[]>
  hookFiles(projectRoot: string | undefined): Promise<readonly RuleFile[]>
  servers(projectRoot: string | undefined): Promise<readonly PluginServers[]>
}

export function createPluginParts(plugins: Plugins, log: Logger): PluginParts {
  /** A file that cannot be read costs its own part. */
  async function textOf(file: string): Promise<string> {
    try {
      return (await readConfigText(file)) ?? ''
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.log('warn', 'plugins', 'not read', { file, detail: error.message })
      return ''
    }
  }
  return {
    async agentRoots(projectRoot) {
      const all = await plugins.list(projectRoot)
      return all.map(({ id, source, folder, agents }) => ({
        source,
        path: folder,
        boundary: folder,
        plugin: { id, files: agents.map((file) => path.join(folder, file)) },
      }))
    },
    async hookFiles(projectRoot) {
      const places = (await plugins.list(projectRoot)).flatMap((one) =>
        one.hooks.map((file) => ({ ...one, file: path.join(one.folder, file) })),
      )
      if (places.length === 0) return []
      const { readForeignHooks } = await import('../hooks/import/index.ts')
      return Promise.all(
        places.map(async ({ id, source, folder, file }) => {
          const read = readForeignHooks(await textOf(file), file)
          const entries = (read?.hooks ?? []).flatMap(({ entry }) => (entry ? [entry] : []))
          const hooks = entries.map((entry, index) => ({ ...entry, name: `${id} #${index + 1} ${String(entry['name'])}` }))
          // A shell line reads the folder from a variable; words that no shell reads have it put in.
          const text = JSON.stringify({ hooks }, (key, value: unknown) =>
            key === 'args' && Array.isArray(value) ? value.map((word) => inFolder(String(word), folder)) : value,
          )
          return { source, path: file, text, plugin: { id, folder } }
        }),
      )
    },
    async servers(projectRoot) {
      const places = (await plugins.list(projectRoot)).flatMap((one) =>
        one.mcp.map((file) => ({ ...one, file: path.join(one.folder, file) })),
      )
      if (places.length === 0) return []
      const { parseAny, readServers } = await import('../mcp/install/index.ts')
      return Promise.all(
        places.map(async ({ id, source, folder, file }) => {
          const found = readServers(parseAny(await textOf(file)))
          const servers = found.map(({ name, entry: { sandbox: _sandbox, ...entry } }) => [name, entry] as const)
          const text = JSON.stringify({ mcp_servers: Object.fromEntries(servers) }, (_key, value: unknown) =>
            typeof value === 'string' ? inFolder(value, folder) : value,
          )
          return { plugin: id, source, file: parseYaml(file, text) }
        }),
      )
    },
  }
}

function inFolder(text: string, folder: string): string {
  return text.replaceAll('${CLAUDE_PLUGIN_ROOT}', () => folder)
}

import type { PluginBrings } from '../../contract/install.ts'
import { readJson, readPlugin } from './read-plugin.ts'

/** What a plugin's folder brings, item by item: of hooks and servers also what they would run. */
export async function pluginBrings(folder: string): Promise<PluginBrings & { name: string; description: string }> {
  const { name, description, version, skills, commands, agents, hooks, mcp } = await readPlugin(folder)
  const lines = async (files: readonly string[], key: string, linesOf: (value: unknown) => string[]): Promise<string[]> => {
    const read = await Promise.all(files.map((file) => readJson(folder, file)))
    return read.flatMap((json) => linesOf(fieldsOf(json)[key] ?? (key === 'mcpServers' && !('name' in fieldsOf(json)) ? json : undefined)))
  }
  return {
    name,
    description,
    version,
    skills: [...skills],
    commands: [...commands],
    agents: [...agents],
    hooks: await lines(hooks, 'hooks', hookLines),
    mcpServers: await lines(mcp, 'mcpServers', (servers) =>
      Object.entries(fieldsOf(servers)).map(([server, entry]) => `${server}: ${whatRuns(fieldsOf(entry))}`),
    ),
  }
}

function hookLines(hooks: unknown): string[] {
  return Object.entries(fieldsOf(hooks)).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) => listOf(fieldsOf(group)['hooks'] ?? [group]).map((one) => `${event}: ${whatRuns(fieldsOf(one))}`)),
  )
}

function whatRuns({ command, args, url, prompt, type }: Readonly<Record<string, unknown>>): string {
  const words = [command, ...listOf(args)].filter((word) => typeof word === 'string')
  const [said = ''] = [words.join(' '), url, prompt, type].filter((word) => typeof word === 'string' && word !== '')
  return String(said).replaceAll(/\s+/g, ' ').slice(0, 400).toWellFormed()
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

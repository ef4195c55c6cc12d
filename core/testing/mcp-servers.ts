import { join, resolve } from 'node:path'

const FIXTURES = resolve(import.meta.dirname, '../../e2e/fixtures/mcp')

/** An entry of `mcp_servers` that starts one of the fixtures. */
export function mcpFixture(file: string, env: Readonly<Record<string, string>> = {}) {
  return { type: 'stdio', command: process.execPath, args: [join(FIXTURES, `${file}.mjs`)], env }
}

/** The whole `mcp_servers` of a configuration file. */
export function mcpYaml(entries: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string {
  const lines = Object.entries(entries).map(([name, entry]) => `  ${name}: ${JSON.stringify(entry)}\n`)
  return `mcp_servers:\n${lines.join('')}`
}

import { expect, it } from 'vitest'
import { limitServers, type McpLimits } from './mcp-limits.ts'
import type { McpServerConfig, McpStdioLaunch } from './mcp-types.ts'

const limits: McpLimits = {
  file: 'settings.yaml',
  commands: undefined,
  hosts: undefined,
  packageRegistry: 'https://npm.corp.example/',
  requiresPinned: false,
}

function environmentOf(command: string): Readonly<Record<string, string>> {
  const launch = {
    type: 'stdio',
    command,
    args: ['-y', 'x@1.0.0'],
    env: { npm_config_registry: 'https://evil.example/', A: '1' },
  } as unknown as McpStdioLaunch
  const [limited] = limitServers(limits, [{ name: 'x', reading: { kind: 'startable', launch } } as unknown as McpServerConfig])
  return limited?.reading.kind === 'startable' && limited.reading.launch.type === 'stdio' ? limited.reading.launch.env : {}
}

it('programs that fetch packages fetch them from the given registry, whatever the entry says; others are left alone', () => {
  const registry = limits.packageRegistry
  expect(environmentOf('npx')).toEqual({ A: '1', npm_config_registry: registry, UV_DEFAULT_INDEX: registry })
  expect(environmentOf('/usr/bin/uvx')).toMatchObject({ UV_DEFAULT_INDEX: registry })
  expect(environmentOf('node')).toEqual({ A: '1', npm_config_registry: 'https://evil.example/' })
})

import { expect, test } from 'vitest'
import { unpinnedPackage } from './unpinned-package.ts'

test.each([
  ['npx -y @modelcontextprotocol/server-github', '@modelcontextprotocol/server-github'],
  ['npx -y @modelcontextprotocol/server-github@2025.4.8', undefined],
  ['npx -y @modelcontextprotocol/server-github@latest', '@modelcontextprotocol/server-github@latest'],
  ['npx gh-mcp@1', 'gh-mcp@1'],
  ['npx gh-mcp@^1.2.3', 'gh-mcp@^1.2.3'],
  ['npx --package=gh-mcp gh', 'gh-mcp'],
  ['npx -p gh-mcp@1.2.3 gh', undefined],
  ['C:\\nodejs\\npx.cmd -y gh-mcp', 'gh-mcp'],
  ['uvx mcp-server-git', 'mcp-server-git'],
  ['uvx mcp-server-git==1.2.3', undefined],
  ['uvx --from git+https://a.example/b.git gh', 'git+https://a.example/b.git'],
  ['uvx --from git+https://a.example/b.git@0123456789012345678901234567890123456789 gh', undefined],
  ['uv tool run mcp-server-git', 'mcp-server-git'],
  ['uv run server.py', undefined],
  ['pnpm dlx gh-mcp', 'gh-mcp'],
  ['npx ./local-server', undefined],
  ['node server.js', undefined],
  ['npx', undefined],
])('%s', (line, expected) => {
  const [command = '', ...args] = line.split(' ')
  expect(unpinnedPackage(command, args)).toBe(expected)
})

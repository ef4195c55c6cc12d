import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-import-')))
  for (const folder of ['home', 'project', '.codex']) mkdirSync(join(base, folder))
  writeFileSync(join(base, '.codex/config.toml'), '[mcp_servers.docs]\nurl = "https://a.example/mcp"\n')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function mew(argv: readonly string[], stdin = '') {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const here = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en', input: stdin })
  const code = await runCommand(['mcp', 'import', ...argv], here)
  return { code, out: here.out(), err: here.err() }
}
const config = (): string => readFileSync(join(base, 'home/config.yaml'), 'utf8')

test('without a source it lists what other programs have; with one it shows, and adds with --yes', async () => {
  expect((await mew([])).out).toContain('codex  docs')
  const shown = await mew(['codex'])
  expect(shown.out).toContain('reaches: https://a.example/mcp')
  expect(shown.err).toContain('--yes')
  expect(() => config()).toThrow('ENOENT')
  expect(await mew(['codex', '--yes'])).toMatchObject({ code: 0, out: 'Added: docs\n' })
  expect(config()).toContain('url: https://a.example/mcp')
  expect(await mew(['codex', '--yes'])).toMatchObject({ code: 2 })
})

test('a file, standard input and a command are read alike; what is no server is said', async () => {
  writeFileSync(join(base, 'project/mcp.json'), '{"servers":{"a":{"command":"x","args":["1"]},"b":{"command":"y","args":["2"]}}}')
  expect((await mew(['mcp.json', '--only', 'b', '--yes', '--to', 'project'])).out).toBe('Added: b\n')
  expect(readFileSync(join(base, 'project/.mewcode.yaml'), 'utf8')).toContain('command: y')
  expect((await mew(['-', '--yes'], '[mcp_servers.c]\ncommand = "z"\n')).out).toBe('Added: c\n')
  expect((await mew(['npx -y some-mcp@1.0.0', '--yes'])).out).toBe('Added: some\n')
  const none = await mew(['nothing here'])
  expect(none.code).toBe(2)
  expect(none.err).toContain('No MCP server is described there.')
})

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mcpFixture, mcpYaml } from '../testing/index.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-mcp-logs-')))
  for (const folder of ['home', 'project']) mkdirSync(join(base, folder))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function mew(argv: readonly string[]) {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const here = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
  const code = await runCommand(argv, here)
  return { code, out: here.out(), err: here.err() }
}

const KEY = `ghp_${'a1B2'.repeat(9)}`

it('what a server writes is shown without the keys in it, be it there or gone', async () => {
  const script = join(base, 'talks.mjs')
  writeFileSync(script, `console.error('reading config\\ntoken is ${KEY}\\nno such table'); setTimeout(() => process.exit(3), 20)\n`)
  writeFileSync(
    join(base, 'home/config.yaml'),
    mcpYaml({ talks: { type: 'stdio', command: process.execPath, args: [script] }, noisy: mcpFixture('01-stdout-pollution') }),
  )
  const logs = await mew(['mcp', 'logs', 'talks'])
  expect(logs).toMatchObject({ code: 0, out: expect.stringMatching(/^reading config\ntoken is .*\nno such table\n$/) })
  const test = await mew(['mcp', 'test', 'talks'])
  expect(test.code).toBe(1)
  expect(test.out).toMatch(/start +\d+ ms +✓\n +greeting +\d+ ms +The server ended \(3\).*no such table/s)
  const status = await mew(['mcp', 'status', '--json'])
  for (const { out, err } of [logs, test, status]) expect(out + err).not.toContain(KEY)
  expect((await mew(['mcp', 'logs', 'noisy'])).out).toBe(
    '6 lines on standard output that are no messages; the first: Fake MCP server v1 starting…\n',
  )
  expect((await mew(['mcp', 'logs', 'nobody'])).err).toContain('no MCP server named nobody')
})

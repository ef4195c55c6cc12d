import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mcpYaml } from '../testing/index.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

const everything = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js')
let base: string

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-mcp-content-')))
  mkdirSync(join(base, 'home'))
  mkdirSync(join(base, 'project'))
  writeFileSync(
    join(base, 'home/config.yaml'),
    mcpYaml({ everything: { type: 'stdio', command: process.execPath, args: [everything, 'stdio'] } }),
  )
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

async function mew(...argv: string[]) {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const here = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
  const code = await runCommand(['mcp', ...argv], here)
  return { code, out: here.out(), err: here.err() }
}

it('a resource is printed as it is, a prompt with its arguments filled in', async () => {
  const [read, prompt] = await Promise.all([
    mew('resources', 'everything', 'demo://resource/static/document/structure.md'),
    mew('prompts', 'everything', 'args-prompt', 'city=Oslo', 'state=a=b', '--json'),
  ])
  expect(read).toMatchObject({ code: 0, err: '' })
  expect(read.out).toMatch(/^# Everything Server/)
  expect(JSON.parse(prompt.out)).toEqual({ text: "What's weather in Oslo, a=b?" })
})

it('an argument that is no pair is named before any server is asked', async () => {
  const { code, err } = await mew('prompts', 'nobody', 'x', 'city')
  expect(code).not.toBe(0)
  expect(err).toContain('key=value')
})

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeTerminal, type FakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

// It asks the system's keychain, which may be slow to say that it is not there.
vi.setConfig({ testTimeout: 60_000 })

let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-a2a-')))
  for (const folder of ['home/agents', 'project']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'home/config.yaml'), 'default_provider: demo\nproviders:\n  - { name: demo, protocol: demo }\n')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function terminal(interrupted?: AbortSignal): FakeTerminal {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  return fakeTerminal({ env, cwd: join(base, 'project'), language: 'en', ...(interrupted && { interrupted }) })
}

const line = (stream: FakeTerminal['stdout']): Promise<string> => new Promise((found) => stream.once('data', (text) => found(String(text))))

it('serves the agents until it is interrupted: the address on stdout, the token beside it and in no file', async () => {
  const stop = new AbortController()
  const here = terminal(stop.signal)
  const said = line(here.stderr)
  const cardUrl = line(here.stdout)
  const ended = runCommand(['a2a', 'serve', '--new-token'], here)
  const card = (await cardUrl).trim()
  const [, token = ''] = /\n([\w-]{43})\n/.exec(await said) ?? []
  const { skills } = (await (await fetch(card)).json()) as { skills: { id: string }[] }
  expect(skills.map(({ id }) => id)).toContain('Explore')
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} })
  const ask = (authorization: string) =>
    fetch(new URL('/a2a', card), {
      method: 'POST',
      body,
      headers: { authorization, 'content-type': 'application/json', 'a2a-version': '1.0' },
    })
  expect([(await ask('Bearer nothing')).status, await (await ask(`Bearer ${token}`)).json()]).toMatchObject([
    401,
    { result: { tasks: [] } },
  ])
  stop.abort()
  expect([await ended, here.out()]).toEqual([0, `${card}\n`])
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  for (const file of files) expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(token)
})

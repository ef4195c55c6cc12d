import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Language } from '../contract/error-texts.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

const KEY = 'plain-words-of-a-key-0123456789'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-files-')))
  for (const folder of ['home', 'project']) mkdirSync(join(base, folder))
  const provider = '{ name: fake, protocol: openai, base_url: "http://127.0.0.1:9/v1", model: m, api_key: "${FAKE_KEY}" }'
  writeFileSync(join(base, 'home/config.yaml'), `providers:\n  - ${provider}\n`)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** Each call is a process of its own as far as the core can tell. */
async function mew(argv: string[], language: Language = 'en'): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home'), FAKE_KEY: KEY }
  const terminal = fakeTerminal({ env, cwd: join(base, 'project'), language })
  const code = await runCommand(argv, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

it.each(['md', 'json', 'jsonl'])('an export as %s has no known key, also where nothing asked for the key before', async (format) => {
  writeFileSync(
    join(base, 'conversation.jsonl'),
    `${JSON.stringify({ role: 'user', content: `it is ${KEY}, keep it`, ts: 1_700_000_000 })}\n`,
  )
  const imported = await mew(['sessions', 'import', join(base, 'conversation.jsonl'), '--json'])
  const { session } = JSON.parse(imported.out)
  const { out } = await mew(['sessions', 'export', session.id, '--format', format])
  expect([out.includes('keep it'), out.includes('[provider key]'), out.includes(KEY)]).toEqual([true, true, false])
})

it.runIf(process.platform !== 'win32')('a pipe or a device is no session, and nobody waits for it', async () => {
  execFileSync('mkfifo', [join(base, 'pipe')])
  for (const file of [join(base, 'pipe'), '/dev/zero', base]) {
    const { code, err } = await mew(['sessions', 'import', file])
    expect([code, err]).toEqual([2, expect.stringContaining(`files.unreadable: ${file} cannot be read.`)])
  }
})

it('a session larger than may be imported is refused before it is read', async () => {
  writeFileSync(join(base, 'huge.jsonl'), '')
  truncateSync(join(base, 'huge.jsonl'), 300 * 1_048_576)
  const { code, err } = await mew(['sessions', 'import', join(base, 'huge.jsonl')])
  expect([code, err.split(':')[0]]).toEqual([2, 'files.too_large'])
})

it.each(['', '  '])('a search for nothing (“%s”) is a wrong use in either language', async (text) => {
  const english = await mew(['sessions', 'search', text])
  expect([english.code, english.err.split('\n')[0]]).toEqual([2, 'usage.missing_argument: `mewcode sessions search` needs TEXT.'])
  const chinese = await mew(['sessions', 'search', text], 'zh-CN')
  expect([chinese.code, chinese.err.split('\n')[0]]).toEqual([2, 'usage.missing_argument: `mewcode sessions search` 缺少 TEXT。'])
})

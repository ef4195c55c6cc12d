import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { RewindPoint } from '../contract/rewind.ts'
import { startModelServer, type ModelServer } from '../testing/index.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string
let model: ModelServer

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-rewind-')))
  for (const folder of ['home', 'project']) mkdirSync(join(base, folder))
  const write = (content: string) => [{ calls: [{ name: 'write_file', input: { path: 'a.txt', content } }] }, { text: 'done' }]
  model = await startModelServer({
    protocol: 'anthropic',
    script: [...write('one\n'), { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, ...write('two\n')],
    key: 'sk-test',
  })
  writeFileSync(
    join(base, 'home/config.yaml'),
    `providers:\n  - { name: fake, protocol: anthropic, base_url: "${model.baseUrl}", api_key: "\${FAKE_KEY}", model: claude-sonnet-5-5 }\n`,
  )
})
afterEach(async () => {
  await model.close()
  rmSync(base, { recursive: true, force: true })
})

async function mew(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home'), FAKE_KEY: 'sk-test' }
  const terminal = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
  const code = await runCommand(argv, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

it('lists the messages one can go back to, shows what would happen, and does it', async () => {
  const file = join(base, 'project/a.txt')
  expect((await mew('run', '--mode', 'acceptEdits', 'first')).err).toBe('')
  expect((await mew('run', '--mode', 'acceptEdits', '--continue', 'second')).err).toBe('')
  const id = z.array(z.object({ id: z.string() })).parse(JSON.parse((await mew('sessions', 'list', '--json')).out))[0]?.id ?? ''
  const points = z.array(RewindPoint).parse(JSON.parse((await mew('sessions', 'rewind', id, '--json')).out))
  expect(points.map(({ text, files }) => [text, files])).toEqual([
    ['second', 1],
    ['first', 1],
  ])
  expect((await mew('sessions', 'rewind', id)).out).toMatch(/^\S+ {2}\S+ \S+ {2}1 file {2}second\n/)

  const [second, first] = points.map(({ messageId }) => messageId)
  const dry = await mew('sessions', 'rewind', id, '--to', second ?? '', '--dry-run')
  expect(dry.out).toBe('restored  a.txt\n4 messages are out of the conversation.\nWhat shell commands did to files stays.\n')
  expect(readFileSync(file, 'utf8')).toBe('two\n')
  const done = await mew('sessions', 'rewind', id, '--to', second ?? '', '--files')
  expect(done.code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe('one\n')

  writeFileSync(file, 'mine\n')
  expect(await mew('sessions', 'rewind', id, '--to', first ?? '')).toMatchObject({
    code: 1,
    out: expect.stringContaining('left  a.txt (changed since)'),
  })
  writeFileSync(file, 'one\n')
  const again = z.array(RewindPoint).parse(JSON.parse((await mew('sessions', 'rewind', id, '--json')).out))[0]
  await mew('sessions', 'rewind', id, '--to', again?.messageId ?? '')
  await mew('sessions', 'rewind', id, '--to', first ?? '')
  expect(existsSync(file)).toBe(false)
  expect(await mew('sessions', 'rewind', id, '--to', first ?? '', '--files', '--both')).toMatchObject({
    code: 2,
    err: expect.stringContaining('usage.option_conflict'),
  })
  expect(await mew('sessions', 'rewind', id, '--to', 'nothing')).toMatchObject({
    code: 2,
    err: expect.stringContaining('session.no_such_message'),
  })
})

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-cards-')))
  for (const folder of ['home', 'project']) mkdirSync(join(base, folder))
  writeFileSync(join(base, 'home/config.yaml'), 'providers:\n  - { name: demo, protocol: demo }\n')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function mew(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const terminal = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
  return { code: await runCommand(argv, terminal), out: terminal.out(), err: terminal.err() }
}

it('says of a card without a worktree that there is nothing to merge, and takes it off the board', async () => {
  const id = (await mew('tasks', 'create', 'Mend the roof')).out.split(' ')[0] ?? ''
  for (const verb of ['diff', 'merge', 'discard']) {
    const { code, err } = await mew('tasks', verb, id)
    expect([code === 0, err]).toEqual([false, expect.stringContaining('This card has no worktree')])
  }
  expect(await mew('tasks', 'remove', id)).toEqual({ code: 0, out: '', err: '' })
  expect((await mew('tasks', 'list', '--json')).out.trim()).toBe('[]')
})

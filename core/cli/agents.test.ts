import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeTerminal, type FakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-agents-')))
  for (const folder of ['home/agents', 'project']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'home/config.yaml'), 'default_provider: demo\nproviders:\n  - { name: demo, protocol: demo }\n')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function terminal(): FakeTerminal {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  return fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
}

it('lists and shows where a remote agent is', async () => {
  const text = '---\nname: far\ndescription: far away\nkind: remote\nagent_card_url: https://far.example/card.json\n---\n'
  writeFileSync(join(base, 'home/agents/far.md'), text)
  const mew = async (...argv: string[]): Promise<string> => {
    const here = terminal()
    expect([await runCommand(argv, here), here.err()]).toEqual([0, ''])
    return here.out()
  }
  expect(await mew('agents', 'list')).toMatch(/^far +user +active +far away\n +https:\/\/far\.example\/card\.json$/m)
  expect(JSON.parse(await mew('agents', 'show', 'far', '--json'))).toMatchObject({
    kind: 'remote',
    remoteUrl: 'https://far.example/card.json',
  })
})

async function mew(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const here = terminal()
  return { code: await runCommand(argv, here), out: here.out(), err: here.err() }
}

function define(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(base, 'home/agents', name), text)
}

const reviewer = '---\nname: reviewer\ndescription: Reviews a change.\ntools: read_file, grep\n---\nYou review.\n'

it('lists agents by where they come from, with what hides them and what is wrong with them', async () => {
  define({
    'reviewer.md': reviewer,
    'explore.md': '---\nname: Explore\ndescription: Mine.\n---\nYou look.\n',
    'idle.md': '---\nname: idle\ndescription: Can do nothing.\ntools: []\n---\nx\n',
  })
  const list = JSON.parse((await mew('agents', 'list', '--json')).out)
  expect(list.map(({ name, source, state }: Record<string, string>) => `${name} ${source} ${state}`).toSorted()).toEqual([
    'Explore builtin shadowed',
    'Explore user active',
    'Plan builtin active',
    'general-purpose builtin active',
    'idle user broken',
    'reviewer user active',
  ])
  expect(list.find(({ name }: { name: string }) => name === 'idle').diagnostics).toMatchObject([{ level: 'error', line: 4 }])
  const { code, out, err } = await mew('agents', 'list')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/idle +user +broken *\n +.*idle\.md:4: \S/)
})

it('shows one whatever the case, as text and as JSON, and names the nearest of one that is not there', async () => {
  define({ 'reviewer.md': reviewer })
  expect(await mew('agents', 'show', 'REVIEWER')).toMatchObject({
    code: 0,
    out: expect.stringContaining('# reviewer\n\nReviews a change.\n\nYou review.'),
  })
  expect(JSON.parse((await mew('agents', 'show', 'reviewer', '--json')).out)).toMatchObject({
    tools: ['read_file', 'grep'],
    prompt: 'You review.',
  })
  expect(await mew('agents', 'show', 'reviewr')).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^agent\.not_found_near: .*reviewer/),
  })
  expect((await mew('agents', 'show')).code).toBe(2)
})

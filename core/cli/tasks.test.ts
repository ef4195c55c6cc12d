import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from '../testing/index.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string
let model: ModelServer

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-tasks-')))
  for (const folder of ['home/agents', 'project']) mkdirSync(join(base, folder), { recursive: true })
  model = await startModelServer({ protocol: 'anthropic', script: [{ text: 'Three callers.' }, { text: 'And two tests.' }] })
  const entry = `{ name: fake, protocol: anthropic, base_url: "${model.baseUrl}", api_key: "k", model: claude-sonnet-5-5 }`
  writeFileSync(join(base, 'home/config.yaml'), `providers:\n  - ${entry}\n`)
})
afterEach(async () => {
  await model.close()
  rmSync(base, { recursive: true, force: true })
})

async function mew(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const terminal = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
  return { code: await runCommand(argv, terminal), out: terminal.out(), err: terminal.err() }
}
const json = async (...argv: string[]) => JSON.parse((await mew(...argv, '--json')).out)

it('lists, shows, goes on with and stops cards, by id or its beginning, as text and as JSON', async () => {
  const done = await json('tasks', 'create', 'Count the callers', '--agent', 'general-purpose')
  const open = await json('tasks', 'create', 'Write it down', '--blocked-by', done.id)
  expect((await mew('tasks', 'list')).out).toMatch(/^\S+ +todo +Write it down\n\S+ +completed +general-purpose +Count the callers\n$/)
  expect((await json('tasks', 'list', '--status', 'completed')).map(({ id }: { id: string }) => id)).toEqual([done.id])
  expect((await mew('tasks', 'get', done.id.slice(0, -6))).out).toMatch(/completed .*\nThree callers\.\n$/)
  expect(await json('tasks', 'get', open.id)).toMatchObject({ status: 'todo', blockedBy: [{ id: done.id, state: 'done' }], runs: [] })

  expect(await mew('tasks', 'send', done.id, 'And in the tests?')).toEqual({ code: 0, out: 'And two tests.\n', err: '' })
  expect(await json('tasks', 'get', done.id)).toMatchObject({ result: 'And two tests.', runs: [{}, {}] })
  expect(await mew('tasks', 'stop', open.id)).toEqual({ code: 0, out: '', err: '' })
  expect((await json('tasks', 'list', '--status', 'cancelled')).map(({ id }: { id: string }) => id)).toEqual([open.id])
})

it('says of a card that is not there which one is near, whatever was to be done with it', async () => {
  const { id } = await json('tasks', 'create', 'Mend the roof')
  const wrong = `${id.slice(0, -1)}x`
  for (const argv of [
    ['get', wrong],
    ['stop', wrong],
    ['send', wrong, 'hello'],
    ['resume', wrong],
  ]) {
    const { code, out, err } = await mew('tasks', ...argv)
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(id)])
    expect(err).toMatch(/^task\.not_found_near: /)
  }
  expect((await mew('tasks', 'list', '--status', 'nope')).code).toBe(2)
  expect((await mew('tasks', 'get')).code).toBe(2)
  expect((await mew('tasks', 'send', id)).code).toBe(2)
})

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeTerminal } from './fake-terminal.ts'
import { openHost } from './host.ts'
import { runCommand } from './main.ts'

let base: string
let project: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-looking-')))
  project = join(base, 'my 项目')
  for (const folder of ['home', 'my 项目/.mewcode']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'home/config.yaml'), 'providers:\n  - { name: demo, protocol: demo }\n')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const terminal = () =>
  fakeTerminal({ env: { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }, cwd: project, language: 'en' })

async function mew(...argv: string[]): Promise<string> {
  const here = terminal()
  expect([await runCommand(argv, here), here.err()]).toEqual([0, ''])
  return here.out()
}

async function recent(forget = false): Promise<string[]> {
  const host = await openHost(terminal(), { headless: true })
  try {
    const { rpc } = host.openHome()
    const projects = await rpc.projects.recent({})
    if (forget) for (const { id } of projects) await rpc.projects.forget({ projectId: id })
    return projects.map(({ path }) => path)
  } finally {
    await host.close()
  }
}

it('does not count a folder as opened where a command only looks at it, nor bring back one that was removed', async () => {
  for (const command of ['config check', 'config path', 'config show', 'providers list', 'sessions list']) await mew(...command.split(' '))
  expect(await recent()).toEqual([])
  await mew('run', '--provider', 'demo', 'list the files')
  expect(await recent(true)).toEqual([project])
  expect(JSON.parse(await mew('sessions', 'list', '--json'))).toHaveLength(1)
  expect(await recent()).toEqual([])
})

it('lists every configuration file that is read, in order, and whether it is there', async () => {
  writeFileSync(join(project, '.mewcode/settings.yaml'), 'permissions: { deny: [Bash] }\n')
  const files = [
    [join(base, 'home/config.yaml'), true],
    [join(base, 'home/settings.yaml'), false],
    [join(project, '.mewcode.yaml'), false],
    [join(project, '.mewcode/config.yaml'), false],
    [join(project, '.mewcode/settings.yaml'), true],
    [join(project, '.mewcode/settings.local.yaml'), false],
  ] as const
  expect(JSON.parse(await mew('config', 'path', '--json'))).toEqual(files.map(([path, exists]) => ({ path, exists })))
  expect(await mew('config', 'path')).toBe(files.map(([path, exists]) => `${exists ? 'there' : '-    '}  ${path}\n`).join(''))
})

it('says in doctor what a count counts', async () => {
  const here = { en: terminal(), 'zh-CN': { ...terminal(), language: 'zh-CN' as const } }
  await runCommand(['doctor'], here.en)
  expect(here.en.out()).toMatch(/^ok {2,}config +1 provider$/m)
  writeFileSync(join(base, 'home/config.yaml'), 'providers: []\nx: 1\nyy: 2\n')
  await runCommand(['doctor'], here['zh-CN'])
  expect(here['zh-CN'].out()).toMatch(/^fail {2,}config +2 个问题 {2}\S/m)
})

it('writes a report for its owner alone, and says where it is or why it is not', async () => {
  expect(await mew('doctor', '--export', 'report.json')).toBe(`${join(project, 'report.json')}\n`)
  const text = readFileSync(join(project, 'report.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ host: 'cli', checks: expect.arrayContaining([expect.objectContaining({ id: 'config' })]) })
  expect(text).not.toContain(base)
  if (process.platform !== 'win32') expect(statSync(join(project, 'report.json')).mode & 0o777).toBe(0o600)
  const here = terminal()
  expect([await runCommand(['doctor', '--export', 'no/such/folder/report.json'], here), here.out()]).toEqual([2, ''])
  expect(here.err()).toContain(join(project, 'no/such/folder/report.json'))
  // Everything on the machine is looked at, twice.
}, 30_000)

it('shows what fills the window of a session, and says when there is nothing to sum up', async () => {
  await mew('run', '--provider', 'demo', 'list the files')
  const [{ id }] = JSON.parse(await mew('sessions', 'list', '--json'))
  const shown = await mew('sessions', 'show', id, '--context')
  for (const name of ['system text', 'tools', 'conversation', 'tool results', 'free', 'window']) expect(shown).toContain(name)
  const { used, free, reserve, window } = JSON.parse(await mew('sessions', 'show', id, '--context', '--json'))
  expect(used + free + reserve).toBe(window)
  const here = terminal()
  expect(await runCommand(['sessions', 'compact', id], here)).not.toBe(0)
  expect(here.err()).toContain('There is nothing to sum up')
})

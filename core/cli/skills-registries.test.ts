import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSkillServer, type SkillServer } from '../testing/index.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

const skill = (name: string) => `---\nname: ${name}\ndescription: does ${name}\n---\n\nDo it.\n`

let base: string
let server: SkillServer
beforeEach(async () => {
  server = await startSkillServer()
  server.commit('acme/pack', { 'skills/one/SKILL.md': skill('one'), 'skills/two/SKILL.md': skill('two') })
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-registries-')))
  for (const folder of ['home', 'project']) mkdirSync(join(base, folder))
  writeFileSync(join(base, 'home/config.yaml'), 'providers:\n  - { name: demo, protocol: demo }\n')
})
afterEach(async () => {
  rmSync(base, { recursive: true, force: true })
  await server.close()
})

async function mew(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const terminal = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
  return { code: await runCommand(argv, terminal), out: terminal.out(), err: terminal.err() }
}

it('names a registry, looks in it, installs from it and forgets it, with the file’s own words kept', async () => {
  const settings = join(base, 'home/settings.yaml')
  writeFileSync(settings, '# mine\nskills:\n  hosts: [git.example.com] # ours\n')
  const url = server.gitUrl('acme/pack')
  expect(await mew('skills', 'search', 'two')).toEqual({ code: 0, out: '', err: expect.stringContaining('skills registries add NAME URL') })
  expect((await mew('skills', 'registries', 'add', 'code', url)).code).toBe(0)
  expect((await mew('skills', 'search', 'nine')).err).toBe('The registries have nothing like that.\n')
  expect(readFileSync(settings, 'utf8')).toMatch(/^# mine\nskills:\n {2}hosts: \[\s?git\.example\.com\s?\] # ours\n {2}registries:\n/)
  expect((await mew('skills', 'registries', 'list')).out).toBe(`code  ${url}\n`)
  expect((await mew('skills', 'search', 'two')).out).toBe('code:two  does two\n')
  // A folder of that name is not what was asked for.
  mkdirSync(join(base, 'project/code:one'))
  writeFileSync(join(base, 'project/code:one/SKILL.md'), skill('other'))
  const done = JSON.parse((await mew('skills', 'install', 'code:one', '--yes', '--json')).out)
  expect(done).toMatchObject({ id: 'one', source: 'code:one', origin: url, installed: true })
  expect(existsSync(join(base, 'project/.mewcode/skills/one/SKILL.md'))).toBe(true)
  expect((await mew('skills', 'list')).out).toMatch(/^one +project +active +does one/m)
  expect((await mew('skills', 'pin', 'one')).code).toBe(0)
  const commit: string = done.commit
  server.commit('acme/pack', { 'skills/one/SKILL.md': `${skill('one')}More.\n` })
  expect((await mew('skills', 'update', 'one', '--yes')).out).toBe(`one stays at ${commit}\n`)
  expect((await mew('skills', 'list')).out).toMatch(new RegExp(`^one +project +active @${commit.slice(0, 12)} +does one`, 'm'))
  expect(JSON.parse((await mew('skills', 'list', '--json')).out)[0]).toMatchObject({ registry: 'code', pin: commit, commit })
  expect((await mew('skills', 'unpin', 'one')).code).toBe(0)
  expect((await mew('skills', 'update', 'one', '--yes')).out).toContain('+More.')
  expect((await mew('skills', 'registries', 'remove', 'code')).code).toBe(0)
  expect(readFileSync(settings, 'utf8')).not.toContain('registries')
  const gone = await mew('skills', 'update', 'one', '--yes')
  expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('install.registry_unknown: Your settings name no registry code.')])
})

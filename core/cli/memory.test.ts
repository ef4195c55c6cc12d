import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-memory-')))
  for (const folder of ['home/memory', 'project/.mewcode/memory']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'home/config.yaml'), 'providers:\n  - { name: demo, protocol: demo }\n')
  writeFileSync(join(base, 'home/memory/user_preference_pnpm.md'), '---\ntitle: 用 pnpm\n---\n\nNot npm.\n')
  writeFileSync(join(base, 'project/.mewcode/memory/project_knowledge_tests.md'), 'Run npm t.\n')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function mew(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const terminal = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en' })
  return { code: await runCommand(argv, terminal), out: terminal.out(), err: terminal.err() }
}

it('lists the notes of both levels, shows one and deletes it', async () => {
  const notes = JSON.parse((await mew('memory', 'list', '--json')).out)
  expect(notes.map(({ level, file, title }: Record<string, string>) => [level, file, title]).sort()).toEqual([
    ['project', 'project_knowledge_tests.md', 'tests'],
    ['user', 'user_preference_pnpm.md', '用 pnpm'],
  ])
  expect((await mew('memory', 'list')).out).toMatch(/^user\/user_preference_pnpm\.md +\d{4}-\d\d-\d\d  用 pnpm$/m)
  expect(await mew('memory', 'show', 'user/user_preference_pnpm.md')).toEqual({ code: 0, out: '# 用 pnpm\n\nNot npm.\n', err: '' })
  expect((await mew('memory', 'delete', 'project_knowledge_tests.md')).code).toBe(0)
  expect(readdirSync(join(base, 'project/.mewcode/memory'))).toEqual([])
  const gone = await mew('memory', 'show', 'project_knowledge_tests.md')
  expect([gone.code, gone.err.split(':')[0]]).toEqual([2, 'memory.not_found'])
})

it('asks for the level where both have a note of that name', async () => {
  writeFileSync(join(base, 'project/.mewcode/memory/user_preference_pnpm.md'), 'Project.')
  expect((await mew('memory', 'delete', 'user_preference_pnpm.md')).code).toBe(2)
  expect((await mew('memory', 'show', 'project/user_preference_pnpm.md')).out).toContain('Project.')
})

it('prints what the first request is made of', async () => {
  writeFileSync(join(base, 'project/AGENTS.md'), 'Use tabs.')
  const { code, out } = await mew('doctor', '--prompt')
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/system text[^]*instructions +AGENTS\.md[^]*memory[^]*environment[^]*tool +read_file[^]*bytes in all/),
  ])
  const { parts, bytes } = JSON.parse((await mew('doctor', '--prompt', '--json')).out)
  expect(bytes).toBe(parts.reduce((sum: number, part: { bytes: number }) => sum + part.bytes, 0))
})

it('unfolds a command given to run, and names what does the work of an action', async () => {
  mkdirSync(join(base, 'project/.mewcode/commands'))
  writeFileSync(join(base, 'project/.mewcode/commands/ls.md'), 'list the files in $1')
  expect(await mew('run', '--provider', 'demo', '/ls .')).toMatchObject({ code: 0, err: '' })
  const action = await mew('run', '--provider', 'demo', '/plan x')
  expect([action.code, action.err]).toEqual([2, expect.stringMatching(/^command\.action:[^]*mewcode run --mode plan PROMPT/)])
  const unknown = await mew('run', '--provider', 'demo', '/l .')
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringMatching(/^command\.unknown:[^]*\/ls\?/)])
})

import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mode } from '../contract/common.ts'
import { pathCases, type PathTool } from './cases/paths.ts'
import { createPermission, createShellReader, type Verdict } from './index.ts'

let base = ''
const at = (...parts: string[]): string => join(base, ...parts)
const shell = createShellReader()

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mew-paths-')))
  for (const folder of ['proj/src', 'proj/.git/hooks', 'proj-evil', 'PROJ', 'outside', 'user/.mewcode', 'temp'])
    mkdirSync(at(folder), { recursive: true })
  for (const file of ['proj/a.txt', 'proj/.env', 'proj/src/b.c', 'proj/.git/config', 'outside/x', 'user/.mewcode/config.yaml'])
    writeFileSync(at(file), 'x')
  const links = {
    'in-link': 'src',
    'file-link': 'a.txt',
    'env-link': '.env',
    'out-link': at('outside'),
    'src/deep-link': at('outside'),
    'out-file': at('outside/x'),
    dangling: at('not-there'),
    chain: 'dangling',
    'up-link': '..',
    'loop-a': 'loop-b',
    'loop-b': 'loop-a',
    'git-link': '.git',
    'config-link': '.git/config',
    'home-link': at('user/.mewcode'),
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, at('proj', name))
  linkSync(at('proj/.git/config'), at('proj/hard-config'))
  execFileSync('mkfifo', [at('proj/pipe')])
})
afterAll(() => rmSync(base, { recursive: true }))

function judge(
  tool: PathTool,
  spelling: string,
  { mode = 'acceptEdits', deny = [] }: { mode?: Mode; deny?: readonly string[] } = {},
): Promise<Verdict> {
  const target = spelling
    .replaceAll('@P', at('proj'))
    .replaceAll('@B', base)
    .replaceAll('@T', at('temp'))
    .replaceAll('@H', at('user/.mewcode'))
  const rules = { allow: [], ask: [], deny: deny.map((text) => ({ text, source: { kind: 'user' as const } })) }
  const permission = createPermission({ rules, shell, home: at('user/.mewcode'), userHome: at('user'), temp: at('temp') })
  return permission.check({
    toolName: tool,
    category: tool === 'bash' ? 'exec' : tool === 'read_file' ? 'read' : 'write',
    input: {},
    paths: tool === 'bash' ? [] : [target],
    command: tool === 'bash' ? target : undefined,
    projectRoot: at('proj'),
    sessionDir: at('user/.mewcode/sessions/s'),
    mode,
    sessionRules: [],
  })
}

describe('spellings of places', () => {
  it('are at least 80, each with one answer', () => {
    expect(pathCases.length).toBeGreaterThanOrEqual(80)
  })

  it.each(pathCases)('%s %j: %s, because %s', async (tool, spelling, want) => {
    const [judged, bypassed] = [await judge(tool, spelling), await judge(tool, spelling, { mode: 'bypassPermissions' })]
    expect([judged.decision, bypassed.decision]).toEqual([want, want === 'deny' ? 'deny' : 'allow'])
  })

  it('a rule that forbids a file holds in every spelling, for every tool that reads, and in the shell', async () => {
    const deny = ['Read(src/b.c)', 'Read(café.txt)']
    const spellings: readonly (readonly [PathTool, string])[] = [
      ['read_file', 'src/b.c'],
      ['read_file', './src//b.c'],
      ['read_file', '@P/src/b.c'],
      ['read_file', 'in-link/b.c'],
      ['read_file', 'src/../src/b.c'],
      ['read_file', 'cafe\u0301.txt'],
      ['bash', 'cat src/b.c'],
      ['bash', "cat 'src/b'.c"],
      ['bash', 'cat < in-link/b.c'],
      ['bash', 'head -n1 @P/src/b.c'],
      ['bash', 'cd src && cat b.c'],
      ['bash', 'node --require=src/b.c'],
      ['bash', 'curl -d @src/b.c x'],
    ]
    for (const [tool, spelling] of spellings)
      expect([spelling, (await judge(tool, spelling, { mode: 'bypassPermissions', deny })).decision]).toEqual([spelling, 'deny'])
  })

  it('a rule that forbids writing holds for redirections and for programs that write their arguments', async () => {
    const deny = ['Write(src/**)']
    for (const line of [
      'echo x > src/n',
      'echo x | tee src/n',
      'cp a.txt src/n',
      'touch src/n',
      'sed -i s/a/b/ src/b.c',
      'cd src; touch n',
      '> in-link/n',
    ])
      expect([line, (await judge('bash', line, { mode: 'bypassPermissions', deny })).decision]).toEqual([line, 'deny'])
  })
})

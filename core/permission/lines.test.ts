import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mode } from '../contract/common.ts'
import { allowedLines } from './cases/allowed-lines.ts'
import { askingLines } from './cases/asking-lines.ts'
import { deniedLines } from './cases/denied-lines.ts'
import { tableRules } from './cases/types.ts'
import { createPermission, createShellReader, type SourcedRule, type Verdict } from './index.ts'

let base = ''
const shell = createShellReader()
const all = [...allowedLines, ...askingLines, ...deniedLines]

beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(os.tmpdir(), 'mew-lines-')))
  for (const folder of ['proj/src', 'user/.mewcode', 'temp']) await mkdir(path.join(base, folder), { recursive: true })
  for (const file of ['proj/a.txt', 'proj/.env', 'proj/src/b.c']) await writeFile(path.join(base, file), 'x')
})
afterAll(() => rm(base, { recursive: true }))

async function judge(line: string, mode: Mode = 'default', more: readonly string[] = []): Promise<Verdict> {
  const mine = (rules: readonly string[]): SourcedRule[] => rules.map((text) => ({ text, source: { kind: 'user' } }))
  const permission = createPermission({
    rules: { allow: mine([...tableRules.allow, ...more]), ask: mine(tableRules.ask), deny: mine(tableRules.deny) },
    shell,
    home: path.join(base, 'user/.mewcode'),
    userHome: path.join(base, 'user'),
    temp: path.join(base, 'temp'),
  })
  return permission.check({
    toolName: 'bash',
    category: 'exec',
    input: { command: line },
    paths: [],
    command: line,
    projectRoot: path.join(base, 'proj'),
    sessionDir: path.join(base, 'user/.mewcode/sessions/s'),
    mode,
    sessionRules: [],
  })
}

describe('shell lines', () => {
  it('are at least 250, each with one answer', () => {
    expect(all.length).toBeGreaterThanOrEqual(250)
    expect(all.map(([line]) => line).filter((line, at, lines) => lines.indexOf(line) !== at)).toEqual([])
  })

  it.each(all)('%j: %s, because %s', async (line, want) => {
    const wanted = want === 'held' ? 'ask' : want
    const lifted = want === 'held' ? 'ask' : want === 'deny' ? 'deny' : 'allow'
    expect([(await judge(line)).decision, (await judge(line, 'bypassPermissions')).decision]).toEqual([wanted, lifted])
  })
})

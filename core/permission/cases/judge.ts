import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mode } from '../../contract/common.ts'
import { createPermission, createShellReader, type RuleSource, type Verdict } from '../index.ts'

export interface LineJudge {
  /** The project folder. */
  readonly root: string
  judge(line: string, rules: LineRules): Promise<Verdict>
  close(): void
}

export interface LineRules {
  readonly mode?: Mode
  readonly allow?: readonly string[]
  readonly ask?: readonly string[]
  readonly deny?: readonly string[]
  /** Default: the person's own settings. */
  readonly source?: RuleSource['kind']
}

/** Judges shell lines in a throw-away project with `a.txt`, `src/b.c` and a `.env`. */
export function openLineJudge(): LineJudge {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mew-lines-')))
  for (const folder of ['proj/src', 'user/.mewcode', 'temp']) mkdirSync(join(base, folder), { recursive: true })
  for (const file of ['proj/a.txt', 'proj/.env', 'proj/src/b.c']) writeFileSync(join(base, file), 'x')
  const shell = createShellReader()
  const root = join(base, 'proj')
  return {
    root,
    judge(line, { mode = 'default', allow = [], ask = [], deny = [], source: kind = 'user' }) {
      const from = (rules: readonly string[]) => rules.map((text) => ({ text, source: { kind } }))
      const permission = createPermission({
        rules: { allow: from(allow), ask: from(ask), deny: from(deny) },
        shell,
        home: join(base, 'user/.mewcode'),
        userHome: join(base, 'user'),
        temp: join(base, 'temp'),
      })
      return permission.check({
        toolName: 'bash',
        category: 'exec',
        input: { command: line },
        paths: [],
        command: line,
        projectRoot: root,
        sessionDir: join(base, 'user/.mewcode/sessions/s'),
        mode,
        sessionRules: [],
      })
    },
    close: () => rmSync(base, { recursive: true, force: true }),
  }
}

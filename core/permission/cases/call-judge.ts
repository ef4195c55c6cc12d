import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mode, ToolCategory } from '../../contract/common.ts'
import { createPermission, createShellReader, type SourcedRule, type Verdict } from '../index.ts'

/** Under which settings a call is judged. Default: mode `default`, no rules. */
export interface CallSettings {
  /** Of a shell line: where it runs. */
  readonly workdir?: string
  readonly mode?: Mode
  /** As a person's own settings have them. */
  readonly rules?: { readonly allow?: readonly string[]; readonly ask?: readonly string[]; readonly deny?: readonly string[] }
  readonly sessionRules?: readonly string[]
  /** Folders the person added; real paths. */
  readonly extraFolders?: readonly string[]
}

export interface CallJudge {
  /** Holds the project and what lies around it. */
  readonly base: string
  /** The project folder. */
  readonly root: string
  /** The product's own folder. */
  readonly home: string
  readonly temp: string
  /** `target` is the line of `bash`, the path of any other tool; '' for none. */
  judge(toolName: string, target: string, settings?: CallSettings): Promise<Verdict>
  /** Decision and layer, in two words. */
  decide(toolName: string, target: string, settings?: CallSettings): Promise<string>
  close(): void
}

const categories: Readonly<Record<string, ToolCategory>> = {
  bash: 'exec',
  read_file: 'read',
  write_file: 'write',
  todo_write: 'none',
  web_fetch: 'network',
  mcp__github__create_issue: 'exec',
  mcp__other__x: 'exec',
}

const mine = (rules: readonly string[] = []): SourcedRule[] => rules.map((text) => ({ text, source: { kind: 'user' } }))

/** Judges calls of tools in a throw-away project with `a.txt`, `src/`, a `.env` and links that lead inside, outside and nowhere. */
export function openCallJudge(): CallJudge {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mew permission 中文 ')))
  const root = join(base, 'proj')
  const userHome = join(base, 'user')
  const home = join(userHome, '.mewcode')
  const temp = join(base, 'temp')
  for (const folder of ['proj/src', 'proj-evil', 'outside/deep', 'user/.mewcode', 'temp'])
    mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(root, 'a.txt'), 'x')
  writeFileSync(join(root, '.env'), 'S=1')
  symlinkSync(join(base, 'outside'), join(root, 'out-link'))
  symlinkSync(join(base, 'not-there'), join(root, 'dangling'))
  symlinkSync(join(root, 'loop-b'), join(root, 'loop-a'))
  symlinkSync(join(root, 'loop-a'), join(root, 'loop-b'))
  symlinkSync('src', join(root, 'in-link'))
  symlinkSync('.env', join(root, 'env-link'))

  const shell = createShellReader()
  const judge: CallJudge['judge'] = (
    toolName,
    target,
    { workdir, mode = 'default', rules = {}, sessionRules = [], extraFolders = [] } = {},
  ) => {
    const permission = createPermission({
      rules: { allow: mine(rules.allow), ask: mine(rules.ask), deny: mine(rules.deny) },
      shell,
      home,
      userHome,
      temp,
      extraFolders,
    })
    const isShell = toolName === 'bash'
    return permission.check({
      toolName,
      category: categories[toolName] ?? 'exec',
      input: {},
      paths: isShell ? (workdir === undefined ? [] : [workdir]) : target === '' ? [] : [target],
      command: isShell ? target : undefined,
      projectRoot: root,
      sessionDir: join(home, 'sessions/s1'),
      mode,
      sessionRules,
    })
  }
  return {
    base,
    root,
    home,
    temp,
    judge,
    async decide(toolName, target, settings) {
      const { decision, layer } = await judge(toolName, target, settings)
      return `${decision} ${layer}`
    },
    close: () => rmSync(base, { recursive: true, force: true }),
  }
}

import { noAgents } from './no-agents.ts'
import { noInstaller } from './no-installer.ts'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { contentText } from '../contract/content-text.ts'
import { systemClock } from '../base/clock.ts'
import { createMemory } from '../memory/index.ts'
import { createFileLocks } from '../platform/index.ts'
import { createSkills } from '../skills/index.ts'
import {
  builtinTools,
  createShells,
  ToolFailure,
  type AskSmallModel,
  type Shells,
  type Tool,
  type ToolContext,
  type ToolResult,
  type WebAccess,
} from '../tools/index.ts'

/** A throw-away project in which the built-in tools can be called as the agent calls them. */
export interface ToolProject {
  readonly root: string
  readonly sessionDir: string
  readonly context: ToolContext
  readonly shells: Shells
  /** What `progress` was given so far. */
  readonly progress: readonly string[]
  tool(name: string): Tool
  call(name: string, input: unknown, context?: Partial<ToolContext>): Promise<ToolResult>
  /** The text of the answer. */
  text(name: string, input: unknown): Promise<string>
  /** The words of the `ToolFailure` the call must end in. */
  failure(name: string, input: unknown): Promise<string>
  path(relative: string): string
  write(relative: string, content: string | Uint8Array): void
  read(relative: string): Buffer
  /** Ends what still runs and removes the folder. */
  close(): Promise<void>
}

export interface ToolProjectOptions {
  readonly folder?: string
  /** In the place of the public web. */
  readonly web?: WebAccess
  readonly askSmallModel?: AskSmallModel
}

/** The folder has a blank, Chinese and an emoji in its name unless another is asked for. */
export function openToolProject({ folder = 'my 项目 🦀', web, askSmallModel = unasked }: ToolProjectOptions = {}): ToolProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-tools-')))
  const root = join(base, folder)
  const sessionDir = join(base, 'session')
  mkdirSync(root)
  const shells = createShells({ clock: systemClock, changed: () => undefined })
  const skills = createSkills({ home: join(base, 'home'), userHome: base, resources: base, disabled: async () => [] })
  const tools = builtinTools({
    memory: createMemory({ home: join(base, 'home'), clock: systemClock, locks: createFileLocks(), onChange: () => undefined }),
    shells,
    web,
    askSmallModel,
    ...noAgents,
    installSkill: noInstaller,
    loadSkill: { skills, isTrusted: () => true, userHome: base },
  })
  const seen = new Map<string, string>()
  const progress: string[] = []
  const context: ToolContext = {
    projectRoot: root,
    trustedRoot: root,
    sessionDir,
    sessionId: 'session_1',
    toolCallId: 'call_1',
    signal: new AbortController().signal,
    mode: 'default',
    person: undefined,
    env: process.env,
    secretVariables: new Set(),
    passthrough: [],
    seen: { get: (path) => seen.get(path), set: (path, sha256) => void seen.set(path, sha256) },
    beforeChange: async () => undefined,
    followRules: () => undefined,
    runShell: undefined,
    confine: (program) => Promise.resolve(program),
    redact: (text) => text,
    progress: (text) => void progress.push(text),
  }
  const tool = (name: string): Tool => {
    const found = tools.find((one) => one.name === name)
    if (!found) throw new Error(`No tool ${name}`)
    return found
  }
  const call = async (name: string, input: unknown, changed: Partial<ToolContext> = {}): Promise<ToolResult> => {
    const { input: schema, run } = tool(name)
    return run(schema.parse(input), { ...context, ...changed })
  }
  return {
    root,
    sessionDir,
    context,
    shells,
    progress,
    tool,
    call,
    text: async (name, input) => contentText((await call(name, input)).content),
    async failure(name, input) {
      try {
        return `no failure, but: ${contentText((await call(name, input)).content)}`
      } catch (error) {
        if (error instanceof ToolFailure) return error.message
        throw error
      }
    },
    path: (relative) => join(root, relative),
    write(relative, content) {
      mkdirSync(dirname(join(root, relative)), { recursive: true })
      writeFileSync(join(root, relative), content)
    },
    read: (relative) => readFileSync(join(root, relative)),
    async close() {
      await shells.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

function unasked(): Promise<string> {
  return Promise.reject(new Error('The small model was asked.'))
}

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionEvent, SessionEventOf, SessionEventType } from '../contract/events.ts'
import { startModelServer, tempProject, type ModelScript, type ModelServer, type TempProject } from '../testing/index.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

export const KEY = 'sk-planted-3c9e5b71a2'

export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
  /** What `stream-json` printed. */
  readonly events: readonly SessionEvent[]
  of<T extends SessionEventType>(type: T): SessionEventOf<T>[]
}

/** A person's machine in small: a home with one configured provider, a project, and the model behind it. */
export interface TestWorld {
  readonly home: string
  readonly project: TempProject
  readonly model: ModelServer
  mew(argv: string[], options?: { input?: string; interrupted?: AbortSignal; cwd?: string }): Promise<CommandResult>
  /** `run --output stream-json` in the project. */
  run(argv: string[], options?: { input?: string; interrupted?: AbortSignal }): Promise<CommandResult>
  /** Everything under the home folder as one text. */
  everythingKept(): string
  close(): Promise<void>
}

export async function testWorld({
  script,
  protocol = 'anthropic',
  files = {},
}: {
  script: ModelScript
  protocol?: 'anthropic' | 'openai'
  files?: Record<string, string>
}): Promise<TestWorld> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-cli-')))
  const home = join(base, 'home')
  mkdirSync(home)
  const model = await startModelServer({ protocol, script, key: KEY })
  const project = tempProject(files)
  const name = protocol === 'anthropic' ? 'claude-sonnet-5-5' : 'gpt-5.4'
  const entry = ['name: fake', `protocol: ${protocol}`, `base_url: "${model.baseUrl}"`, 'api_key: "${FAKE_KEY}"', `model: ${name}`]
  writeFileSync(join(home, 'config.yaml'), `default_provider: fake\nproviders:\n  - ${entry.join('\n    ')}\n`)

  const mew: TestWorld['mew'] = async (argv, { input, interrupted, cwd = project.root } = {}) => {
    const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: home, FAKE_KEY: KEY }
    const terminal = fakeTerminal({ env, cwd, ...(input !== undefined && { input }), ...(interrupted && { interrupted }) })
    const code = await runCommand(argv, terminal)
    const [out, err] = [terminal.out(), terminal.err()]
    const events = out.startsWith('{"')
      ? out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as SessionEvent)
      : []
    const of = <T extends SessionEventType>(type: T): SessionEventOf<T>[] =>
      events.filter((event): event is SessionEventOf<T> => event.type === type)
    return { code, out, err, events, of }
  }
  return {
    home,
    project,
    model,
    mew,
    run: (argv, options) => mew(['run', '--output', 'stream-json', ...argv], options),
    everythingKept: () =>
      readdirSync(base, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
        .join('\n'),
    async close() {
      await model.close()
      project.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

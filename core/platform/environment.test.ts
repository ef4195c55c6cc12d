import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync, mkdirSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { childEnvironment } from './child-environment.ts'
import { createLogFile } from './log-file.ts'
import { createNodePlatform } from './node-platform.ts'
import type { Keychain } from './platform.ts'
import { ripgrepPath } from './ripgrep.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode env ')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)

describe('the environment of a child', () => {
  const env = {
    PATH: '/bin',
    ANTHROPIC_API_KEY: 'a',
    OPENAI_API_KEY: 'b',
    TEAM_KEY: 'c',
    NODE_OPTIONS: 'd',
    ELECTRON_RUN_AS_NODE: '1',
    MEWCODE_TOKEN: 'e',
    MEWCODE_HOME: '/h',
    PAGER: 'less',
    UNSET: undefined,
  }

  it('has no keys and nothing that steers the host, and cannot wait for a key press', () => {
    expect(childEnvironment({ env, secretVariables: new Set(['TEAM_KEY']) })).toEqual({
      PATH: '/bin',
      MEWCODE_HOME: '/h',
      GIT_TERMINAL_PROMPT: '0',
      GIT_PAGER: 'cat',
      GIT_EDITOR: 'true',
      PAGER: 'cat',
      MANPAGER: 'cat',
      TERM: 'dumb',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: '',
      GIT_CONFIG_KEY_1: 'safe.bareRepository',
      GIT_CONFIG_VALUE_1: 'explicit',
    })
  })

  it('has what the user lets through by name', () => {
    const child = childEnvironment({ env, secretVariables: new Set(['TEAM_KEY']), passthrough: ['TEAM_KEY', 'OPENAI_API_KEY'] })
    expect([child['TEAM_KEY'], child['OPENAI_API_KEY'], child['ANTHROPIC_API_KEY']]).toEqual(['c', 'b', undefined])
  })
})

describe('the log', () => {
  const clock = { now: () => 0, wait: async () => undefined }
  const lines = (path: string): unknown[] =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))

  it('keeps what the levels ask for, redacted, readable by its owner alone', async () => {
    const path = at('logs/m.log')
    const log = createLogFile({ path, levels: 'warn,mcp=debug', clock, redact: (line) => line.replaceAll('sk-1', '***') })
    log.log('info', 'agent', 'left out')
    log.log('warn', 'agent', 'key sk-1', { detail: 'sk-1' })
    log.log('debug', 'mcp', 'kept')
    await log.flush()
    expect(lines(path)).toEqual([
      { ts: '1970-01-01T00:00:00.000Z', level: 'warn', component: 'agent', msg: 'key ***', detail: '***' },
      { ts: '1970-01-01T00:00:00.000Z', level: 'debug', component: 'mcp', msg: 'kept' },
    ])
    expect([statSync(path).mode & 0o777, statSync(at('logs')).mode & 0o777]).toEqual([0o600, 0o700])
  })

  it('starts a new file when one is full and keeps two old ones', async () => {
    const path = at('m.log')
    const log = createLogFile({ path, levels: undefined, clock, redact: (line) => line, maxBytes: 50 })
    for (let n = 0; n < 5; n++) {
      log.log('info', 'x', `entry ${n}`)
      await log.flush()
    }
    expect([path, `${path}.1`, `${path}.2`].map((file) => lines(file).length)).toEqual([1, 1, 1])
    expect(existsSync(`${path}.3`)).toBe(false)
  })

  it('fails once, quietly', async () => {
    writeFileSync(at('file'), '')
    const failures: unknown[] = []
    const log = createLogFile({
      path: at('file/m.log'),
      levels: undefined,
      clock,
      redact: (line) => line,
      onFailure: (error) => failures.push(error),
    })
    log.log('info', 'x', 'one')
    await log.flush()
    log.log('info', 'x', 'two')
    await log.flush()
    expect(failures).toHaveLength(1)
  })
})

describe('the platform', () => {
  const keychain: Keychain = {
    backend: 'none',
    problem: async () => 'not here',
    get: async () => undefined,
    set: async () => undefined,
    delete: async () => false,
    list: async () => [],
  }
  const create = (env: Record<string, string>): ReturnType<typeof createNodePlatform> =>
    createNodePlatform({ host: 'cli', version: '1.2.3', env, keychain, redact: (text) => text })

  it('makes its home private and finds the product’s resources', () => {
    mkdirSync(at('home'), { mode: 0o755 })
    const { paths } = create({ HOME: folder, MEWCODE_HOME: at('home') })
    expect(paths).toEqual({
      home: at('home'),
      userHome: folder,
      temp: tmpdir(),
      managed: expect.stringMatching(/managed\.yaml$/),
      resources: join(import.meta.dirname, '../../resources'),
    })
    expect(statSync(paths.home).mode & 0o777).toBe(0o700)
    expect(create({ HOME: folder }).paths.home).toBe(at('.mewcode'))
  })

  it('says when its home cannot be made', () => {
    writeFileSync(at('file'), '')
    expect(() => create({ HOME: folder, MEWCODE_HOME: at('file/home') })).toThrow(
      expect.objectContaining({ code: 'storage.home_unusable' }),
    )
  })

  // Node's own recursive making of folders never returns there.
  it.runIf(process.platform === 'linux')('says so too where no folder can be made at all', () => {
    expect(() => create({ HOME: folder, MEWCODE_HOME: '/proc/none/home' })).toThrow(
      expect.objectContaining({ code: 'storage.home_unusable' }),
    )
  })

  it('makes missing parents as private as itself', () => {
    create({ HOME: folder, MEWCODE_HOME: at('a/b') })
    expect([at('a'), at('a/b')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700])
  })

  it('brings its own ripgrep', async () => {
    expect(statSync(await ripgrepPath()).isFile()).toBe(true)
  })
})

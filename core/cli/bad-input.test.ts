import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Language } from '../contract/error-texts.ts'
import { badInputs, provider, working } from './bad-inputs.ts'
import { fakeTerminal, type FakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

const KEY = 'sk-planted-for-bad-input-01'

let base: string
let home: string
let project: string
let server: Server
let modelUrl: string

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-bad-')))
  home = join(base, 'home')
  project = join(base, 'my 项目')
  for (const folder of [home, project, join(base, 'user')]) mkdirSync(folder)
  server = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message: `invalid x-api-key ${KEY}` } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  modelUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(base, { recursive: true, force: true })
})

async function mew(argv: string[], language: Language = 'en'): Promise<FakeTerminal & { code: number }> {
  const env = { PATH: process.env['PATH'], HOME: join(base, 'user'), MEWCODE_HOME: home, FAKE_KEY: KEY }
  const terminal = fakeTerminal({ env, cwd: existsSync(project) ? project : base, language })
  return { ...terminal, code: await runCommand(argv, terminal) }
}

describe('bad input', () => {
  it.each(
    badInputs.flatMap((one) => [
      { ...one, language: 'en' as const },
      { ...one, language: 'zh-CN' as const },
    ]),
  )(
    'answers $name in $language with code, exit and both sentences',
    async ({ config, projectConfig, argv, exit, language, en, zh, out = '' }) => {
      arrange(config, projectConfig)
      const before = configOnDisk()
      const result = await mew(argv({ base, home }), language)
      expect([result.code, result.err()]).toEqual([exit, (language === 'en' ? en : zh)({ base, home })])
      expect(result.out() === '').toBe(out === '')
      expect(result.err() + result.out()).not.toContain(KEY)
      expect(configOnDisk()).toBe(before)
    },
  )

  function configOnDisk(): string | undefined {
    const file = join(home, 'config.yaml')
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }

  function arrange(config: string | undefined, projectConfig: string | undefined): void {
    if (config === 'IN THE WAY') {
      rmSync(home, { recursive: true })
      writeFileSync(home, '')
    } else if (config !== undefined) {
      writeFileSync(join(home, 'config.yaml'), config === 'SERVER' ? provider(modelUrl) : config)
    }
    if (projectConfig === undefined) return
    mkdirSync(join(project, '.mewcode'))
    writeFileSync(join(project, '.mewcode/config.yaml'), projectConfig)
  }

  it('loses nothing: the prompt of a refused turn is kept, and the session goes on once the key is right', async () => {
    writeFileSync(join(home, 'config.yaml'), provider(modelUrl))
    expect((await mew(['run', 'remember me'])).code).toBe(1)
    const [session] = JSON.parse((await mew(['sessions', 'list', '--json'])).out())
    const shown = await mew(['sessions', 'show', session.id])
    expect(shown.out()).toContain('remember me')
    writeFileSync(join(home, 'config.yaml'), working)
    expect((await mew(['run', '--continue', '--provider', 'demo', 'list the files'])).code).toBe(0)
    expect((await mew(['sessions', 'show', session.id])).out()).toContain('list the files')
  })

  it('says that a folder vanished, and has its sessions again when it is back', async () => {
    writeFileSync(join(home, 'config.yaml'), working)
    await mew(['run', '--provider', 'demo', 'before'])
    rmSync(project, { recursive: true })
    const gone = await mew(['run', '--project', project, '--continue', '--provider', 'demo', 'while gone'])
    expect([gone.code, gone.err()]).toEqual([
      2,
      `project.missing: The folder ${project} does not exist.\n  Check the path, or choose another folder.\n`,
    ])
    mkdirSync(project)
    expect(JSON.parse((await mew(['sessions', 'list', '--json'])).out())).toHaveLength(1)
  })

  it.runIf(process.getuid?.() === 0)(
    'refuses a home of somebody else that may only be read, except for a run that keeps nothing',
    async () => {
      writeFileSync(join(home, 'config.yaml'), working, { mode: 0o644 })
      chmodSync(home, 0o755)
      await asOrdinaryUser(async () => {
        const refused = await mew(['sessions', 'list'])
        expect([refused.code, refused.err()]).toEqual([2, expect.stringMatching(/^storage\.home_unusable: /)])
        const run = await mew(['run', '--no-save', '--provider', 'demo', 'list the files'])
        expect([run.code, run.err()]).toEqual([0, ''])
      }, [])
      expect(readdirSync(home)).toEqual(['config.yaml'])
    },
  )

  it('tells the model that a folder is read-only and ends the turn in order', async () => {
    writeFileSync(join(home, 'config.yaml'), working)
    await mew(['providers', 'list'])
    await asOrdinaryUser(async () => {
      const result = await mew([
        'run',
        '--provider',
        'demo',
        '--mode',
        'acceptEdits',
        '--output',
        'stream-json',
        'create hello.txt with "Hello"',
      ])
      const events = result
        .out()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const finished = events.find(({ type }) => type === 'tool.finished')
      expect(finished).toMatchObject({ name: 'write_file', isError: true })
      expect([result.code, events.at(-1).stopReason, existsSync(join(project, 'hello.txt'))]).toEqual([0, 'end_turn', false])
    })
  })

  /** Root may write anywhere; as another user the folder is what it says. */
  async function asOrdinaryUser(
    work: () => Promise<void>,
    owned = ['.', 'mewcode.db', 'mewcode.db-wal', 'mewcode.db-shm', 'config.yaml', 'logs'],
  ): Promise<void> {
    chmodSync(project, 0o555)
    if (process.getuid?.() !== 0) return work()
    chmodSync(base, 0o755)
    for (const path of owned.map((name) => join(home, name))) {
      if (existsSync(path)) chownSync(path, 65_534, 65_534)
    }
    process.seteuid?.(65_534)
    try {
      await work()
    } finally {
      process.seteuid?.(0)
    }
  }
})

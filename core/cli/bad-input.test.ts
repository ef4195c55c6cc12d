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

const working = 'providers:\n  - name: demo\n    protocol: demo\n'
const provider = (url: string): string =>
  `default_provider: fake\nproviders:\n  - name: fake\n    protocol: anthropic\n    base_url: ${url}\n    api_key: \${FAKE_KEY}\n    model: claude-sonnet-5-5\n    max_retries: 0\n`

async function mew(argv: string[], language: Language = 'en'): Promise<FakeTerminal & { code: number }> {
  const env = { PATH: process.env['PATH'], HOME: join(base, 'user'), MEWCODE_HOME: home, FAKE_KEY: KEY }
  const terminal = fakeTerminal({ env, cwd: existsSync(project) ? project : base, language })
  return { ...terminal, code: await runCommand(argv, terminal) }
}

interface Case {
  name: string
  config?: string
  projectConfig?: string
  argv: () => string[]
  exit: number
  en: () => string
  zh: () => string
  out?: string
}

const cases: Case[] = [
  {
    name: 'broken YAML, checked',
    config: 'providers:\n  - name: fake\n   protocol: [unclosed\n',
    argv: () => ['config', 'check'],
    exit: 2,
    en: () =>
      `config.invalid: ${home}/config.yaml, line 3, is not valid YAML: Sequence item without - indicator\n  Correct that line; until then the file is not used, and the rest of the configuration is.\n`,
    zh: () =>
      `config.invalid: ${home}/config.yaml 第 3 行不是有效的 YAML：Sequence item without - indicator\n  改正这一行；在此之前不使用这个文件，其余配置照常生效。\n`,
  },
  {
    name: 'broken YAML of the user beside a project layer that works',
    config: 'providers: [\n',
    projectConfig: working,
    argv: () => ['run', '--trust', '--provider', 'demo', 'list the files'],
    exit: 0,
    en: () => expect.stringContaining(`config.invalid: ${home}/config.yaml, line 1, is not valid YAML`),
    zh: () => expect.stringContaining(`config.invalid: ${home}/config.yaml 第 1 行不是有效的 YAML`),
    out: 'anything',
  },
  {
    name: 'one bad entry beside a good one',
    config: `providers:\n  - name: bad\n    protocol: openai\n    modle: x\n  - name: demo\n    protocol: demo\n`,
    argv: () => ['run', '--provider', 'demo', 'list the files'],
    exit: 0,
    en: () =>
      `config.entry_misspelled_key: ${home}/config.yaml, line 4: provider bad is left out, because it has an unknown key: modle.\n  Did you mean model? The other providers work.\n`,
    zh: () => expect.stringMatching(/^config\.entry_misspelled_key: .*config\.yaml 第 4 行：.*modle.*\n {2}是不是想写 model？.*\n$/),
    out: 'anything',
  },
  {
    name: 'a wrong key',
    config: 'SERVER',
    argv: () => ['run', 'hi'],
    exit: 1,
    en: () =>
      expect.stringMatching(
        /^provider\.auth: The key for fake was refused: .*\n {2}Set a valid key under Settings → Models & keys, or with `mewcode keys set fake`\.\n$/,
      ),
    zh: () => expect.stringMatching(/^provider\.auth: .*fake.*\n {2}.*`mewcode keys set fake`.*\n$/),
  },
  {
    name: 'a server that cannot be reached',
    config: provider('http://127.0.0.1:9'),
    argv: () => ['run', 'hi'],
    exit: 1,
    en: () =>
      expect.stringMatching(
        /^provider\.unreachable: fake cannot be reached: .*\n {2}Check the network, the proxy and the provider's address\.\n$/,
      ),
    zh: () => expect.stringMatching(/^provider\.unreachable: 连不上 fake：.*\n {2}检查网络、代理和这个服务商的地址。\n$/),
  },
  {
    name: 'a missing folder',
    config: working,
    argv: () => ['run', '--project', join(base, 'nowhere'), '--provider', 'demo', 'hi'],
    exit: 2,
    en: () => `project.missing: The folder ${base}/nowhere does not exist.\n  Check the path, or choose another folder.\n`,
    zh: () => `project.missing: 文件夹 ${base}/nowhere 不存在。\n  检查路径，或者选别的文件夹。\n`,
  },
  {
    name: 'nothing configured',
    argv: () => ['run', 'hi'],
    exit: 2,
    en: () =>
      'provider.none_configured: No model is set up yet.\n  Add one under Settings → Models & keys or set ANTHROPIC_API_KEY or OPENAI_API_KEY; for the offline demo, choose it there, or make an entry with `protocol: demo` the `default_provider` of config.yaml.\n',
    zh: () =>
      'provider.none_configured: 还没有配置模型。\n  在“设置 → 模型与密钥”里添加，或者设置 ANTHROPIC_API_KEY 或 OPENAI_API_KEY；要用离线演示，就在那里选它，或者在 config.yaml 里加一项 `protocol: demo` 并设为 `default_provider`。\n',
  },
  {
    name: 'nothing usable because of broken YAML',
    config: 'providers: [\n',
    argv: () => ['run', 'hi'],
    exit: 2,
    en: () => expect.stringMatching(/^config\.invalid: .*line 1.*\n.*\nprovider\.none_configured: .*\n.*\n$/),
    zh: () => expect.stringMatching(/^config\.invalid: .*第 1 行.*\n.*\nprovider\.none_configured: .*\n.*\n$/),
  },
  {
    name: 'a home folder that cannot be one',
    argv: () => ['sessions', 'list'],
    config: 'IN THE WAY',
    exit: 2,
    en: () =>
      `storage.home_unusable: The folder ${home} cannot be made or written.\n  Check its permissions, or set MEWCODE_HOME to another folder.\n`,
    zh: () => `storage.home_unusable: 文件夹 ${home} 无法创建或写入。\n  检查它的权限，或把 MEWCODE_HOME 设为其他文件夹。\n`,
  },
  {
    name: 'a run that keeps nothing, where the home folder cannot be one',
    argv: () => ['run', '--no-save', '--trust', '--provider', 'demo', 'list the files'],
    config: 'IN THE WAY',
    projectConfig: working,
    exit: 0,
    en: () => '',
    zh: () => '',
    out: 'anything',
  },
  {
    name: 'a key to delete that is stored nowhere, without a keychain',
    config: working,
    argv: () => ['keys', 'delete', 'nobody'],
    exit: 2,
    en: () =>
      expect.stringMatching(
        /^(keychain\.unavailable: .*\n {2}.*\n)?provider\.key_not_stored: There is no stored key for nobody\.\n {2}See where each key is with `mewcode keys list`\.\n$/,
      ),
    zh: () =>
      expect.stringMatching(/^(keychain\.unavailable: .*\n {2}.*\n)?provider\.key_not_stored: 没有为 nobody 保存的密钥。\n {2}.*\n$/),
  },
  {
    name: "a folder's own provider that may not count yet",
    config: working,
    projectConfig: 'providers:\n  - { name: own, protocol: demo }\n',
    argv: () => ['config', 'check'],
    exit: 0,
    en: () =>
      expect.stringMatching(
        /^config\.untrusted: .*line 2: providers\.own is off, .*\n {2}Read the file, then trust it in the window, or for one run with `mewcode run --trust`\.\n$/,
      ),
    zh: () => expect.stringMatching(/^config\.untrusted: .*providers\.own.*\n {2}.*窗口.*`mewcode run --trust`.*\n$/),
  },
  {
    name: 'a session that is not there',
    config: working,
    argv: () => ['sessions', 'show', 'no-such'],
    exit: 2,
    en: () => 'session.not_found: There is no such session in this project.\n  Choose one from the list.\n',
    zh: () => expect.stringMatching(/^session\.not_found: .+\n {2}.+\n$/),
  },
]

describe('bad input', () => {
  it.each(
    cases.flatMap((one) => [
      { ...one, language: 'en' as const },
      { ...one, language: 'zh-CN' as const },
    ]),
  )(
    'answers $name in $language with code, exit and both sentences',
    async ({ config, projectConfig, argv, exit, language, en, zh, out = '' }) => {
      arrange(config, projectConfig)
      const before = configOnDisk()
      const result = await mew(argv(), language)
      expect([result.code, result.err()]).toEqual([exit, language === 'en' ? en() : zh()])
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

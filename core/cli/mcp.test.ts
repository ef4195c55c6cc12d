import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mcpFixture, mcpYaml } from '../testing/index.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string
let project: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-mcp-')))
  project = join(base, 'my 项目')
  for (const folder of ['home', 'my 项目']) mkdirSync(join(base, folder))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const config = (): string => join(base, 'home/config.yaml')

function servers(entries: Parameters<typeof mcpYaml>[0]): void {
  writeFileSync(config(), mcpYaml(entries))
}

async function mew(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const variables = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home'), ...env }
  const here = fakeTerminal({ env: variables, cwd: project, language: 'en' })
  const code = await runCommand(argv, here)
  return { code, out: here.out(), err: here.err(), json: () => JSON.parse(here.out()) }
}

describe('mcp status', () => {
  it('starts every server that may start and says of each other one why not', async () => {
    servers({
      noisy: mcpFixture('01-stdout-pollution'),
      ends: mcpFixture('02-hang-initialize', { MODE: 'exit' }),
      hangs: { ...mcpFixture('02-hang-initialize'), timeouts: { connect: '700ms' } },
      lists: { ...mcpFixture('02-hang-initialize', { MODE: 'list-hang' }), timeouts: { connect: '900ms' } },
      dead: { type: 'stdio', command: '/no/such/binary' },
      off: { ...mcpFixture('01-stdout-pollution'), enabled: false },
      waits: { ...mcpFixture('13-env-report'), env: { T: '${NOT_SET_ANYWHERE}' }, required_env: ['NOT_SET_ANYWHERE'] },
      noType: { command: 'x' },
      typo: { type: 'stdio', comand: 'x' },
      bad__name: mcpFixture('01-stdout-pollution'),
      scalar: { type: 'http', url: 'ftp://x' },
    })
    const { code, json } = await mew(['mcp', 'status', '--json'])
    expect(code).toBe(0)
    const all: { name: string; state: string; reason: string | null; tools: number }[] = json()
    const of = (name: string) => all.find((one) => one.name === name)
    expect(of('noisy')).toMatchObject({
      state: 'ready',
      reason: null,
      tools: 1,
      type: 'stdio',
      source: 'user',
      protocolVersion: '2025-11-25',
    })
    expect(of('noisy')).toMatchObject({ noise: 6 })
    expect(of('ends')?.reason).toMatch(/ended \(1\).*database file not found/s)
    expect(of('hangs')?.reason).toMatch(/no answer to initialize within 0\.7 s/)
    expect(of('lists')?.reason).toMatch(/no answer to/)
    expect(of('dead')?.reason).toMatch(/\/no\/such\/binary could not be started: .*ENOENT/)
    expect(of('off')?.state).toBe('disabled')
    expect(of('waits')).toMatchObject({ state: 'needs_env' })
    expect(of('waits')?.reason).toContain('NOT_SET_ANYWHERE')
    expect(of('noType')?.reason).toMatch(/config\.yaml, line 9: .*noType.*type.*stdio \| http \| sse/)
    expect(of('typo')?.reason).toMatch(/typo/)
    expect(of('bad__name')?.reason).toMatch(/bad__name.*name/)
    expect(of('scalar')?.reason).toMatch(/url.*http:\/\//)
    const check = await mew(['config', 'check'])
    expect(check.code).toBe(2)
    for (const name of ['noType', 'typo', 'bad__name', 'scalar']) expect(check.err).toContain(name)
  })
})

describe('mcp tools', () => {
  it('sets bad tools aside with a reason and gives the others names that vendors take', async () => {
    servers({ odd: mcpFixture('05-bad-schemas') })
    const { json } = await mew(['mcp', 'tools', 'odd', '--json'])
    const tools: { name: string; fullName: string; quarantined: boolean; reason: string | null; inputSchema: Record<string, unknown> }[] =
      json()
    expect(tools).toHaveLength(31)
    const usable = tools.filter(({ quarantined }) => !quarantined)
    expect(tools.filter(({ quarantined }) => quarantined).map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'string_root: its input schema is of type "string", not object',
      ': it has no name',
      'dup: another tool has the same name',
    ])
    expect(usable.every(({ fullName }) => /^mcp__odd__[A-Za-z0-9_-]+$/.test(fullName) && fullName.length <= 64)).toBe(true)
    expect(new Set(usable.map(({ fullName }) => fullName)).size).toBe(usable.length)
    expect(usable.every(({ inputSchema }) => inputSchema['type'] === 'object')).toBe(true)
    expect(JSON.stringify(usable)).not.toMatch(/evil\.json|\$schema|"oneOf":\[\{"required/)
    const schemaOf = (name: string) => usable.find((one) => one.name === name)?.inputSchema
    expect(Object.keys(Object(schemaOf('top_anyof')?.['properties']))).toEqual(['a', 'b'])
    expect(schemaOf('no_schema')).toEqual({ type: 'object', properties: {} })
    expect(Object.getOwnPropertyNames(schemaOf('proto')?.['properties'])).toEqual(['__proto__', 'constructor'])
  })

  it('reads every page, and ends a list that does not end', async () => {
    servers({
      many: mcpFixture('06-many-tools-paged'),
      loop: mcpFixture('06-many-tools-paged', { MODE: 'loop' }),
      last: mcpFixture('06-many-tools-paged', { MODE: 'empty-cursor' }),
    })
    for (const name of ['many', 'loop', 'last']) {
      const tools: { quarantined: boolean }[] = (await mew(['mcp', 'tools', name, '--json'])).json()
      expect(tools.filter(({ quarantined }) => !quarantined)).toHaveLength(253)
    }
  })

  it('leaves out what the entry denies', async () => {
    servers({ many: { ...mcpFixture('06-many-tools-paged', { TOTAL: '4' }), tools: { allow: ['tool_*', 'mutate'], deny: ['*_003'] } } })
    const tools: { name: string; enabled: boolean }[] = (await mew(['mcp', 'tools', 'many', '--json'])).json()
    expect(tools.filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual(['mutate', 'tool_000', 'tool_001', 'tool_002'])
  })
})

describe('mcp call', () => {
  it('sends the original name and prints the answer', async () => {
    servers({ odd: mcpFixture('05-bad-schemas', { ONLY: 'a.b,a_b' }) })
    const { code, json } = await mew(['mcp', 'call', 'odd', 'a.b', '{"q":"x"}', '--json'])
    expect({ code, ...json() }).toEqual({ code: 0, isError: false, content: [{ type: 'text', text: 'called "a.b" {"q":"x"}' }] })
  })

  it('is in the audit, with how it failed', async () => {
    servers({ odd: mcpFixture('05-bad-schemas', { ONLY: 'good' }), dead: { type: 'stdio', command: '/no/such/binary' } })
    await mew(['mcp', 'call', 'odd', 'good', '{"q":"x"}'])
    await mew(['mcp', 'call', 'odd', 'nope'])
    await mew(['mcp', 'test', 'dead'])
    const rows: Record<string, unknown>[] = (await mew(['audit', 'list', '--kind', 'mcp', '--json'])).json()
    expect(rows.map(({ server, tool, errorClass, layer, argsRedacted }) => [server, tool, errorClass, layer, argsRedacted])).toEqual([
      ['dead', '', 'internal', 'human', '{}'],
      ['odd', 'nope', 'internal', 'human', '{}'],
      ['odd', 'good', null, 'human', '{"q":"x"}'],
    ])
    const exported = (await mew(['audit', 'export', '--server', 'odd', '--error-class', 'internal'])).out
    expect(JSON.parse(exported)).toMatchObject({ tool: 'nope', traceId: '' })
  })

  it('says what is not there', async () => {
    servers({ odd: mcpFixture('05-bad-schemas', { ONLY: 'good' }) })
    expect((await mew(['mcp', 'call', 'odd', 'nope'])).err).toContain('has no tool nope')
    expect((await mew(['mcp', 'call', 'nobody', 'nope'])).err).toContain('no MCP server named nobody')
  })

  it('gives a server a small environment, its own variables as they are, and nobody else’s', async () => {
    servers({
      env: {
        ...mcpFixture('13-env-report', {
          FAKE_A: 'a=b=c',
          FAKE_B: '100% "x" $HOME ${unclosed',
          FAKE_C: '${GIVEN}',
          FAKE_D: '$(id) ${X:-y}',
        }),
      },
    })
    const secrets = { ANTHROPIC_API_KEY: 'sk-1', GITHUB_TOKEN: 'x', NODE_OPTIONS: '--no-warnings', GIVEN: 'new\nline' }
    const { out } = await mew(['mcp', 'call', 'env', 'report'], secrets)
    const report: { names: string[]; fake: Record<string, string>; cwd: string } = JSON.parse(out)
    expect(report.fake).toEqual({ FAKE_A: 'a=b=c', FAKE_B: '100% "x" $HOME ${unclosed', FAKE_C: 'new\nline', FAKE_D: '$(id) ${X:-y}' })
    expect(report.names.filter((name) => !/^(FAKE_[A-D]|PATH|HOME|MEWCODE_CALL)$/.test(name))).toEqual([])
    expect(report.cwd).toBe(project)
  })
})

describe("a project's server", () => {
  it('is not started before the folder is trusted, nor after its script has changed', async () => {
    writeFileSync(join(project, 'server.mjs'), `import ${JSON.stringify(mcpFixture('01-stdout-pollution').args[0])}\n`)
    writeFileSync(
      join(project, '.mewcode.yaml'),
      `mcp_servers:\n  mine: { type: stdio, command: ${process.execPath}, args: [server.mjs] }\n`,
    )
    const state = async () =>
      (await mew(['mcp', 'status', '--json'])).json().map(({ name, state: one }: Record<string, string>) => `${name} ${one}`)
    expect(await state()).toEqual(['mine untrusted'])
    expect((await mew(['trust', 'show'])).out).toMatch(/command: .*server\.mjs\n.*file: server\.mjs/s)
    await mew(['trust', 'allow'])
    expect(await state()).toEqual(['mine ready'])
    writeFileSync(join(project, 'server.mjs'), 'process.exit(1)\n')
    expect(await state()).toEqual(['mine untrusted'])
  })

  it('may not ask for a variable of a provider or of another server', async () => {
    writeFileSync(
      config(),
      'providers:\n  - { name: p, protocol: anthropic, api_key: "${P_KEY}", model: m }\nmcp_servers:\n  other: { type: http, url: "http://127.0.0.1:9/", headers: { A: "${O_KEY}" } }\n',
    )
    const entry = (variable: string) => `{ type: stdio, command: node, env: { X: "\${${variable}}" } }`
    writeFileSync(join(project, '.mewcode.yaml'), `mcp_servers:\n  one: ${entry('P_KEY')}\n  two: ${entry('O_KEY')}\n`)
    await mew(['trust', 'allow'])
    const all: { name: string; reason: string }[] = (await mew(['mcp', 'list', '--json'])).json()
    expect(all.find(({ name }) => name === 'one')?.reason).toContain('asks for P_KEY')
    expect(all.find(({ name }) => name === 'two')?.reason).toContain('asks for O_KEY')
  })
})

describe('mcp add, disable, enable, remove', () => {
  it('change the file and keep its comments', async () => {
    writeFileSync(config(), '# mine\nmcp_servers:\n  # first\n  a: { type: http, url: "http://127.0.0.1:9/" }\n')
    expect((await mew(['mcp', 'add', 'b', '{"command":"node"}'])).code).toBe(0)
    expect(readFileSync(config(), 'utf8')).toMatch(/  b:\n    type: stdio\n/)
    expect((await mew(['mcp', 'add', 'b', '{"type":"stdio","command":"node"}'])).err).toContain('already')
    expect((await mew(['mcp', 'add', 'c', '{"type":"pipe","command":"node"}'])).err).toContain('stdio | http | sse')
    await mew(['mcp', 'disable', 'a'])
    expect((await mew(['mcp', 'list'])).out).toMatch(/^a .*off/m)
    await mew(['mcp', 'enable', 'a'])
    await mew(['mcp', 'remove', 'b'])
    expect(readFileSync(config(), 'utf8')).toBe('# mine\nmcp_servers:\n  # first\n  a: { type: http, url: "http://127.0.0.1:9/" }\n')
  })
})

import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SetupItem } from '../contract/setup.ts'
import { connectCore, type ConnectedCore, type CoreWindow } from '../testing/index.ts'

const KEY = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const agent = '---\nname: reviewer\ndescription: Reviews code\n---\nLook closely.\n'

let app: ConnectedCore
let home: CoreWindow
beforeEach(async () => {
  app = await connectCore({ files: { 'a.txt': 'a' } })
  home = await app.openWindow('home')
})
afterEach(() => app.close())

const at = (...parts: string[]): string => join(app.platform.paths.userHome, ...parts)

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
  }
}

function theirs(): Record<string, string> {
  return {
    '.claude.json': JSON.stringify({ mcpServers: { docs: { command: 'docs-server', env: { GITHUB_TOKEN: KEY } } } }),
    '.codex/config.toml': '[mcp_servers.search]\ncommand = "search-server"\nargs = ["--fast"]\n',
    '.gemini/settings.json': JSON.stringify({ mcpServers: { leaky: { command: 'x', args: ['--key', KEY] } } }),
    '.cursor/mcp.json': 'no json {',
    '.claude/settings.json': JSON.stringify({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'check.sh' }] }] },
    }),
    '.claude/agents/mine.md': agent,
    '.cursor/agents/reviewer.md': agent,
    '.gemini/agents/broken.md': 'no head at all',
    '.codex/prompts/ship.md': 'Ship $ARGUMENTS\n',
    '.gemini/commands/git/log.toml': 'description = "Sums up"\nprompt = "Sum up {{args}}"\n',
    '.gemini/commands/run.toml': 'prompt = "Look: !{git log}"\n',
    '.codex/skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies up files\n---\nTidy.\n',
    '.claude/skills/plain/SKILL.md': '---\nname: plain\ndescription: Plain\n---\nPlain.\n',
    '.codex/AGENTS.md': 'Always write tests.\n',
    '.gemini/GEMINI.md': `The token is ${KEY}\n`,
    '.codex/sessions/2026/rollout.jsonl': '{}\n',
    '.claude/projects/p/one.jsonl': [
      {
        type: 'user',
        uuid: '1',
        cwd: app.project.root,
        timestamp: '2026-01-02T03:04:05.000Z',
        message: { role: 'user', content: 'Fix the bug' },
      },
      {
        type: 'assistant',
        uuid: '2',
        timestamp: '2026-01-02T03:04:06.000Z',
        message: { id: 'm', content: [{ type: 'text', text: 'Done' }] },
      },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  }
}

const shown = (items: readonly SetupItem[]): Record<string, string> =>
  Object.fromEntries(items.map(({ product, kind, name, state, problem }) => [`${product} ${kind} ${name}`, problem?.code ?? state]))

function snapshot(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, withFileTypes: true }).flatMap((entry) => {
      if (!entry.isFile()) return [`${entry.parentPath}/${entry.name} ${statSync(join(entry.parentPath, entry.name)).mtimeMs}`]
      const file = join(entry.parentPath, entry.name)
      return [`${file} ${statSync(file).mtimeMs} ${readFileSync(file, 'latin1')}`]
    }),
  )
}

const FOLDERS = ['.claude', '.codex', '.cursor', '.gemini']

describe('what other products keep', () => {
  it('is found with what would become of it, and brought; theirs stays as it is, and a second time all is there', async () => {
    put(theirs())
    const before = snapshot(FOLDERS)
    const { items } = await home.rpc.setup.find({})
    expect(shown(items)).toEqual({
      'claude-code mcp docs': 'new',
      'codex mcp search': 'new',
      'gemini mcp leaky': 'setup.holds_key',
      [`claude-code hook ${items.find(({ kind }) => kind === 'hook')?.name}`]: 'new',
      'claude-code agent mine': 'in_place',
      'cursor agent reviewer': 'new',
      'gemini agent broken': expect.stringMatching(/^agent\./),
      'codex command ship': 'new',
      'gemini command git:log': 'new',
      'gemini command run': 'setup.command_runs',
      'claude-code skill plain': 'in_place',
      'codex skill tidy': 'new',
      'codex rule AGENTS.md': 'new',
      'gemini rule GEMINI.md': 'setup.holds_key',
      'claude-code session Fix the bug': 'new',
      'codex session sessions': 'setup.sessions_unread',
    })
    expect(JSON.stringify(items)).not.toContain(KEY)

    const { results } = await home.rpc.setup.bring({ ids: items.map(({ id }) => id) })
    const outcomes = results.map(({ outcome, problem }) => problem?.code ?? outcome)
    expect(outcomes.filter((one) => one === 'brought')).toHaveLength(9)
    expect(JSON.stringify(results)).not.toContain(KEY)

    const own = (name: string): string => readFileSync(join(app.platform.paths.home, name), 'utf8')
    expect(own('config.yaml')).toContain('keychain:mcp:docs:GITHUB_TOKEN')
    expect(await app.platform.keychain.get('mcp:docs:GITHUB_TOKEN')).toBe(KEY)
    expect(own('hooks.yaml')).toContain('check.sh')
    expect(own('agents/reviewer.md')).toBe(agent)
    expect(own('commands/ship.md')).toBe('Ship $ARGUMENTS\n')
    expect(own('commands/git/log.md')).toBe('---\ndescription: Sums up\n---\nSum up $ARGUMENTS\n')
    expect(own('skills/tidy/SKILL.md')).toContain('Tidy.')
    expect(own('MEWCODE.md')).toBe('Always write tests.\n')
    expect((await app.rpc.sessions.list({})).map(({ title }) => title)).toEqual(['Fix the bug'])
    const written = readdirSync(app.platform.paths.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const entry of written) expect(readFileSync(join(entry.parentPath, entry.name), 'latin1')).not.toContain(KEY)
    expect(snapshot(FOLDERS)).toEqual(before)

    const again = (await home.rpc.setup.find({})).items
    expect(again.filter(({ state }) => state === 'new')).toEqual([])
    expect(again.filter(({ state }) => state === 'there')).toHaveLength(9)
    await home.rpc.setup.bring({ ids: again.map(({ id }) => id) })
    expect(own('MEWCODE.md')).toBe('Always write tests.\n')
    expect(await app.rpc.sessions.list({})).toHaveLength(1)
  })

  it('is brought only as it was shown, and one that fails stops no other', async () => {
    put({ '.codex/prompts/a.md': 'A', '.codex/prompts/b.md': 'B' })
    const { items } = await home.rpc.setup.find({})
    put({ '.codex/prompts/a.md': 'another' })
    const { results } = await home.rpc.setup.bring({ ids: [...items.map(({ id }) => id), 'unknown'] })
    expect(results.map(({ outcome, problem }) => problem?.code ?? outcome)).toEqual(['setup.gone', 'brought', 'setup.gone'])
  })

  it('hides nothing of the person’s own: a file of the name that says something else stays', async () => {
    put({ '.codex/prompts/ship.md': 'theirs', '.mewcode/commands/ship.md': 'mine' })
    expect(shown((await home.rpc.setup.find({})).items)).toEqual({ 'codex command ship': 'setup.taken' })
  })

  it('is not followed out of its folder, nor read when it is huge', async () => {
    put({
      'secret/private.md': 'private',
      '.codex/prompts/huge.md': 'x'.repeat(300_000),
      '.codex/AGENTS.md': 'rules',
      'their.md': 'theirs',
    })
    symlinkSync(at('secret/private.md'), at('.codex/prompts/link.md'))
    symlinkSync(at('secret'), at('.codex/prompts/folder'))
    symlinkSync(at('their.md'), join(app.platform.paths.home, 'MEWCODE.md'))
    const { items } = await home.rpc.setup.find({})
    expect(shown(items)).toEqual({ 'codex command huge': 'files.too_large', 'codex rule AGENTS.md': 'new' })
    const { results } = await home.rpc.setup.bring({ ids: items.map(({ id }) => id) })
    expect(results.map(({ problem }) => problem?.code)).toEqual(['files.too_large', 'setup.taken'])
    expect(readFileSync(at('their.md'), 'utf8')).toBe('theirs')
  })

  it('leaves keys of any shape where they are or takes them to the keychain, and writes them nowhere', async () => {
    const odd = 'q7Zx2Lw9Tn4Rb8Vk1Mc6'
    put({
      '.gemini/settings.json': JSON.stringify({
        mcpServers: {
          flag: { command: 'x', args: ['--token', odd] },
          bare: { command: 'x', args: [odd] },
          address: { url: `https://mcp.example.com/mcp?key=${odd}` },
          plain: { command: 'x', args: ['@scope/server-files@2026.1.1', '/srv/data'], env: { WHO: odd, MODE: 'read-only' } },
          header: { url: 'https://mcp.example.com/mcp', headers: { 'X-Who': odd } },
        },
      }),
    })
    const { items } = await home.rpc.setup.find({})
    expect(shown(items)).toEqual({
      'gemini mcp flag': 'setup.holds_key',
      'gemini mcp bare': 'setup.holds_key',
      'gemini mcp address': 'setup.holds_key',
      'gemini mcp plain': 'new',
      'gemini mcp header': 'new',
    })
    expect(JSON.stringify(items)).not.toContain(odd)
    const { results } = await home.rpc.setup.bring({ ids: items.map(({ id }) => id) })
    expect(results.map(({ problem }) => problem?.code ?? 'brought').toSorted()).toEqual([
      'brought',
      'brought',
      'setup.holds_key',
      'setup.holds_key',
      'setup.holds_key',
    ])
    const written = readFileSync(join(app.platform.paths.home, 'config.yaml'), 'utf8')
    expect(written).not.toContain(odd)
    expect(written).toContain('MODE: read-only')
    expect([await app.platform.keychain.get('mcp:plain:WHO'), await app.platform.keychain.get('mcp:header:X-Who')]).toEqual([odd, odd])
  })

  it('is nobody’s but Home’s, and nothing is an answer', async () => {
    expect(await home.rpc.setup.find({})).toEqual({ items: [], isTruncated: false })
    await expect(app.rpc.setup.find({})).rejects.toMatchObject({ code: 'project.home_only' })
    await expect(app.rpc.setup.bring({ ids: ['x'] })).rejects.toMatchObject({ code: 'project.home_only' })
  })
})

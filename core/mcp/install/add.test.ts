import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'

let core: ConnectedCore
const KEY = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'

beforeEach(async () => {
  core = await connectCore({
    files: { '.mewcode.yaml': '# ours\nmcp_servers:\n  docs: { type: http, url: "https://a.example/mcp" } # kept\n' },
  })
})

afterEach(() => core.close())

const userConfig = () => readFileSync(join(core.platform.paths.home, 'config.yaml'), 'utf8')
const offer = (text: string) => core.rpc.mcpInstall.readText({ text })
const paste = (servers: Record<string, unknown>) => offer(JSON.stringify({ mcpServers: servers }))

test('a pasted server is shown in full and written only with a yes; its key goes to the keychain and to no file', async () => {
  const { offerId, candidates } = await paste({
    github: { command: 'npx', args: ['-y', 'gh mcp'], env: { GITHUB_TOKEN: KEY, HOST: '${GH_HOST}' } },
  })
  expect(candidates).toMatchObject([
    {
      name: 'github',
      type: 'stdio',
      runs: 'npx -y "gh mcp"',
      env: ['GITHUB_TOKEN', 'HOST'],
      variables: ['GH_HOST'],
      warnings: [{ code: 'mcp.unpinned' }, { code: 'mcp.key_to_keychain' }],
      problem: null,
    },
  ])
  expect(JSON.stringify(candidates)).not.toContain(KEY)
  expect(userConfig()).not.toContain('github')
  await core.rpc.mcpInstall.add({ offerId, target: 'user', servers: [{ name: 'github', as: 'gh' }] })
  expect(userConfig()).toContain('GITHUB_TOKEN: keychain:mcp:gh:GITHUB_TOKEN')
  expect(userConfig()).toContain('HOST: ${GH_HOST}')
  expect(userConfig()).not.toContain(KEY)
  expect(await core.platform.keychain.get('mcp:gh:GITHUB_TOKEN')).toBe(KEY)
  expect((await core.rpc.mcp.list({})).map(({ name }) => name)).toEqual(['docs', 'gh'])
})

test('an offer is good once, and a name that is taken is refused before anything is written', async () => {
  const first = await paste({ a: { command: 'x', args: ['1'] }, docs: { command: 'y', args: ['1'] } })
  expect(first.candidates.find(({ name }) => name === 'docs')?.warnings).toMatchObject([{ code: 'mcp.exists' }])
  const both = { offerId: first.offerId, target: 'user' as const, servers: [{ name: 'a' }, { name: 'docs' }] }
  await expect(core.rpc.mcpInstall.add(both)).rejects.toMatchObject({ code: 'mcp.exists' })
  expect(userConfig()).not.toContain('mcp_servers')
  await core.rpc.mcpInstall.add({ ...both, servers: [{ name: 'a' }] })
  await expect(core.rpc.mcpInstall.add({ ...both, servers: [{ name: 'a' }] })).rejects.toMatchObject({ code: 'mcp.offer_gone' })
})

test('what could not be read later is refused with what is wrong', async () => {
  const { offerId, candidates } = await offer('mcp_servers: { a: { type: stdio, command: x, tools: { deny: 5 } } }')
  expect(candidates).toMatchObject([{ problem: { code: 'config.mcp_entry' } }])
  await expect(core.rpc.mcpInstall.add({ offerId, target: 'user', servers: [{ name: 'a' }] })).rejects.toMatchObject({
    code: 'config.mcp_entry',
  })
  await expect(offer('hello there')).rejects.toMatchObject({ code: 'mcp.nothing_to_add' })
})

test('in a trusted project an added server needs no second yes; in one nobody trusts it waits', async () => {
  const add = async (name: string) => {
    const { offerId } = await paste({ [name]: { command: 'no-such-program', args: [] } })
    await core.rpc.mcpInstall.add({ offerId, target: 'project', servers: [{ name }] })
    return (await core.rpc.mcp.list({})).find((one) => one.name === name)?.state
  }
  expect(await add('before')).toBe('untrusted')
  await core.rpc.trust.allow({ items: [] })
  expect(await add('after')).not.toBe('untrusted')
  expect(core.project.read('.mewcode.yaml')).toContain('# ours')
  expect(core.project.read('.mewcode.yaml')).toContain('# kept')
  const rows = await core.rpc.audit.list({ kind: 'install' })
  expect(rows.rows.map(({ tool }) => tool)).toEqual(['after', 'before'])
})

test('a form shows no key, changes what it was told to and keeps what it does not know', async () => {
  const text = `mcp_servers:\n  a: # mine\n    type: stdio\n    command: x # the program\n    args: [one]\n    env:\n      TOKEN: ${KEY}\n      PLAIN: yes # short\n      REF: \${REF}\n    era: legacy\n`
  writeFileSync(join(core.platform.paths.home, 'config.yaml'), text)
  const form = await core.rpc.mcpInstall.entry({ name: 'a' })
  expect(form).toMatchObject({ type: 'stdio', command: 'x', args: ['one'], env: { TOKEN: null, PLAIN: 'yes', REF: '${REF}' } })
  await core.rpc.mcpInstall.change({ name: 'a', entry: { ...form, args: ['one', 'two'], env: { TOKEN: null, PLAIN: 'no' } } })
  const after = userConfig()
  for (const kept of ['# mine', '# the program', `TOKEN: ${KEY}`, 'PLAIN: no', 'era: legacy', 'two']) expect(after).toContain(kept)
  expect(after).not.toContain('REF')
  const other = `ghp_${'z9'.repeat(18)}`
  await core.rpc.mcpInstall.change({ name: 'a', entry: { ...form, args: ['one', 'two'], env: { TOKEN: other, PLAIN: 'no' } } })
  expect(userConfig()).toContain('TOKEN: keychain:mcp:a:TOKEN')
  expect(userConfig()).not.toContain(other)
  expect(await core.platform.keychain.get('mcp:a:TOKEN')).toBe(other)
  const before = userConfig()
  const wrong = core.rpc.mcpInstall.change({ name: 'a', entry: { ...form, command: '' } })
  await expect(wrong).rejects.toMatchObject({ code: 'config.mcp_entry' })
  expect(userConfig()).toBe(before)
})

test("other programs' servers are found and taken over, and their files stay as they are; no other file is read", async () => {
  const { userHome } = core.platform.paths
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(userHome, file)), { recursive: true })
    writeFileSync(join(userHome, file), text)
    return join(userHome, file)
  }
  const odd = 'q7Zx2Lw9Tn4Rb8Vk1Mc6'
  const own = { command: 'own', args: ['--space', odd] }
  const claude = put(
    '.claude.json',
    JSON.stringify({
      numStartups: 3,
      mcpServers: { all: { command: 'x', args: ['1'] } },
      projects: { [core.project.root]: { mcpServers: { own } } },
    }),
  )
  put('.codex/config.toml', 'model = "m"\n[mcp_servers.docs2]\nurl = "https://a.example/mcp"\n')
  put('.cursor/mcp.json', '{ half')
  const found = await core.rpc.mcpInstall.foreign({})
  expect(found.map(({ program, servers }) => [program, servers])).toEqual([
    ['claude-code', ['all', 'own']],
    ['codex', ['docs2']],
  ])
  const before = readFileSync(claude, 'utf8')
  const { offerId, candidates } = await core.rpc.mcpInstall.readForeign({ path: claude })
  expect(candidates.map(({ runs }) => runs)).toEqual(['x 1', 'own --space •••'])
  await core.rpc.mcpInstall.add({ offerId, target: 'user', servers: [{ name: 'own' }] })
  expect(userConfig()).toContain('command: own')
  expect(readFileSync(claude, 'utf8')).toBe(before)
  await expect(core.rpc.mcpInstall.readForeign({ path: put('other.json', before) })).rejects.toMatchObject({ code: 'mcp.nothing_to_add' })
  expect(existsSync(claude)).toBe(true)
})

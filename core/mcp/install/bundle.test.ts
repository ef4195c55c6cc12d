import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectCore, zipFile, type ConnectedCore } from '../../testing/index.ts'

let core: ConnectedCore

beforeEach(async () => {
  core = await connectCore()
})

afterEach(() => core.close())

const SERVER = `
process.stdin.on('data', (chunk) => {
  for (const line of String(chunk).split('\\n').filter(Boolean)) {
    const { id, method } = JSON.parse(line)
    const result = method === 'initialize'
      ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'packed', version: '1' } }
      : method === 'tools/list' ? { tools: [{ name: 'where', inputSchema: { type: 'object' } }] }
      : { content: [{ type: 'text', text: JSON.stringify({ args: process.argv.slice(2), key: process.env.KEY ?? null, cwd: process.cwd() }) }] }
    if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  }
})
`
const manifest = {
  manifest_version: '0.3',
  name: 'My Bundle',
  version: '1.2.3',
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: process.execPath,
      args: ['${__dirname}/server/index.js', '--at=${HOME}', '${user_config.folders}', '${user_config.level}'],
      env: { KEY: '${user_config.api_key}' },
    },
  },
  user_config: {
    folders: { type: 'directory', title: 'Folders', multiple: true, required: true, default: ['${HOME}'] },
    api_key: { type: 'string', title: 'API key', sensitive: true, required: true },
    level: { type: 'string', title: 'Level' },
  },
}
const bundle = (files: Parameters<typeof zipFile>[0] = []) =>
  zipFile([
    { path: 'manifest.json', content: JSON.stringify(manifest) },
    { path: 'server/index.js', content: SERVER, mode: 0o100755 },
    ...files,
  ])

async function upload(bytes: Buffer, name = 'my.mcpb') {
  const { path } = await core.rpc.mcpInstall.uploadFile({ name, bytes: bytes.length })
  const result = await core.core.tickets.put(path, bytes)
  if (result.kind !== 'mcp') throw new Error(result.kind)
  return result.offer
}
const unpacked = (): string[] => {
  const folder = join(core.platform.paths.home, 'mcp', 'bundles')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('a bundle is shown before anything is unpacked, asks for what it needs, keeps its key in the keychain, and runs', async () => {
  const { offerId, candidates } = await upload(bundle())
  const [shown] = candidates
  expect(shown).toMatchObject({ name: 'My-Bundle', type: 'stdio', problem: null, env: ['KEY'] })
  expect(shown?.runs).toContain('‹Folders›')
  expect(shown?.settings.map(({ key, isSecret, isList, required }) => [key, isSecret, isList, required])).toEqual([
    ['folders', false, true, true],
    ['api_key', true, false, true],
    ['level', false, false, false],
  ])
  expect(unpacked()).toEqual([])
  const add = (settings: Record<string, string>) =>
    core.rpc.mcpInstall.add({ offerId, target: 'user', servers: [{ name: 'My-Bundle', as: 'mine', settings }] })
  await expect(add({ folders: '/a' })).rejects.toMatchObject({ code: 'mcp.setting_missing', params: { setting: 'API key' } })
  await add({ folders: '/a\n/b c\n', api_key: 'sekrit-0123456789' })
  const [folder = ''] = unpacked()
  const place = join(core.platform.paths.home, 'mcp', 'bundles', folder)
  expect(statSync(join(place, 'server/index.js')).mode & 0o777).toBe(0o700)
  expect(readFileSync(join(core.platform.paths.home, 'config.yaml'), 'utf8')).not.toContain('sekrit')
  expect(await core.platform.keychain.get('mcp:mine:KEY')).toBe('sekrit-0123456789')
  const { state } = (await core.rpc.mcp.status({})).find(({ name }) => name === 'mine') ?? {}
  expect(state).toBe('ready')
  await core.rpc.mcp.remove({ name: 'mine' })
  expect(unpacked()).toEqual([])
})

describe('a bundle that is not what it should be is refused, and nothing of it is left', () => {
  test.each<[string, () => Buffer]>([
    ['no archive', () => Buffer.from('PK\u0003\u0004 not really')],
    ['no manifest', () => zipFile([{ path: 'a', content: 'b' }])],
    ['a manifest that is no JSON', () => zipFile([{ path: 'manifest.json', content: '{' }])],
    ['a manifest without a server', () => zipFile([{ path: 'manifest.json', content: '{"name":"x"}' }])],
    ['a name that leads out', () => bundle([{ path: '../evil', content: 'x' }])],
    ['a name from the root', () => bundle([{ path: '/etc/evil', content: 'x' }])],
    ['a link', () => bundle([{ path: 'out', content: '/etc/passwd', mode: 0o120777 }])],
    ['the same file twice', () => bundle([{ path: 'SERVER/index.js', content: 'x' }])],
  ])('%s', async (_, bytes) => {
    await expect(upload(bytes())).rejects.toMatchObject({ code: 'mcp.bad_bundle' })
    expect(unpacked()).toEqual([])
  })

  test('a file that is more than it says', async () => {
    const { offerId } = await upload(bundle([{ path: 'big', content: 'x'.repeat(5_000), announced: 10 }]))
    const add = core.rpc.mcpInstall.add({
      offerId,
      target: 'user',
      servers: [{ name: 'My-Bundle', settings: { folders: '/a', api_key: 'k' } }],
    })
    await expect(add).rejects.toMatchObject({ code: 'mcp.bad_bundle' })
    expect(unpacked()).toEqual([])
    expect(readFileSync(join(core.platform.paths.home, 'config.yaml'), 'utf8')).not.toContain('mcp_servers')
  })

  test('one for another system', async () => {
    const other = { ...manifest, compatibility: { platforms: ['plan9'] } }
    const bytes = zipFile([{ path: 'manifest.json', content: JSON.stringify(other) }])
    await expect(upload(bytes)).rejects.toMatchObject({ code: 'mcp.bundle_platform' })
  })
})

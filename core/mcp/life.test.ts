import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alive, connectCore, mcpFixture, mcpYaml, type ConnectCoreOptions, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mewcode-mcp-life-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function open(servers: Parameters<typeof mcpYaml>[0], setup: ConnectCoreOptions = {}): Promise<void> {
  core = await connectCore({ ...setup, providerYaml: mcpYaml(servers) })
}

const eventually = <T>(read: () => T) => expect.poll(read)

const pidsIn = (file: string): number[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [])

describe.runIf(process.platform === 'linux')('no process is left', () => {
  const stubborn = () => ({ tree: mcpFixture('04-stubborn-tree', { PID_FILE: join(folder, 'pids'), MAX_LIFE_S: '20' }) })

  it('when everything ends, 1.5 s after it was told, though server and grandchild ignore every polite word', async () => {
    await open(stubborn())
    await core.rpc.mcp.status({})
    const pids = pidsIn(join(folder, 'pids'))
    expect(alive(pids)).toHaveLength(2)
    const startedAt = performance.now()
    await core.core.close()
    // The time to end by itself, and what a busy machine needs to look.
    expect(performance.now() - startedAt).toBeLessThan(2_500)
    expect(alive(pids)).toEqual([])
    await core.close()
  })

  it('when one server is switched off, within 5 s', async () => {
    await open(stubborn())
    await core.rpc.mcp.status({})
    const pids = pidsIn(join(folder, 'pids'))
    await core.rpc.mcp.setEnabled({ name: 'tree', enabled: false })
    const startedAt = performance.now()
    await eventually(() => alive(pids)).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect((await core.rpc.mcp.list({}))[0]?.state).toBe('disabled')
    await core.close()
  })

  it('when everything ends while a server is still connecting', async () => {
    const log = join(folder, 'log')
    await open({ hangs: mcpFixture('02-hang-initialize', { FAKE_LOG: log }) })
    await eventually(() => existsSync(log)).toBe(true)
    const pid: number = JSON.parse(readFileSync(log, 'utf8').split('\n')[0] ?? '').pid
    expect(alive([pid])).toEqual([pid])
    await core.close()
    expect(alive([pid])).toEqual([])
  })
})

it('a server that dies fails its call at once, says so, and is started again', async () => {
  const log = join(folder, 'log')
  await open(
    { slow: mcpFixture('08-progress-timeout-cancel', { FAKE_LOG: log }) },
    {
      script: (_, n) => {
        if (n > 0) return { text: 'ok' }
        return { calls: [{ name: 'mcp__slow__slow_silent', input: { seconds: 30 } }] }
      },
    },
  )
  await core.rpc.mcp.status({})
  const lines = (): { pid: number; call?: string }[] =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const turn = core.run('go', { mode: 'bypassPermissions' })
  await eventually(() => lines().some(({ call }) => call !== undefined)).toBe(true)
  process.kill(lines()[0]?.pid ?? 0, 'SIGKILL')
  await turn
  const [result] = core.events.of('tool.finished')
  expect(result).toMatchObject({ isError: true })
  expect(JSON.stringify(result?.content)).toContain('The server ended (SIGKILL)')
  const state = async () => (await core.rpc.mcp.list({}))[0]?.state
  expect(['reconnecting', 'ready']).toContain(await state())
  await eventually(state).toBe('ready')
  expect(new Set(lines().map(({ pid }) => pid)).size).toBe(2)
  await core.close()
})

it('only the server whose entry was edited is started anew', async () => {
  const logs = { a: join(folder, 'a'), b: join(folder, 'b') }
  const entry = (name: 'a' | 'b', more: Readonly<Record<string, string>> = {}) =>
    mcpFixture('13-env-report', { FAKE_LOG: logs[name], ...more })
  await open({ a: entry('a'), b: entry('b') })
  await core.rpc.mcp.status({})
  const config = join(core.platform.paths.home, 'config.yaml')
  const before = readFileSync(config, 'utf8')
  writeFileSync(config, before.slice(0, before.indexOf('mcp_servers:')) + mcpYaml({ a: entry('a'), b: entry('b', { FAKE_X: '1' }) }))
  const starts = (file: string): number => readFileSync(file, 'utf8').split('"argv"').length - 1
  await eventually(() => starts(logs.b)).toBe(2)
  await core.rpc.mcp.status({})
  expect(starts(logs.a)).toBe(1)
  await core.close()
})

it('a storm of changes is read at most twice, and the tools are the new ones', async () => {
  const log = join(folder, 'log')
  await open(
    { many: mcpFixture('06-many-tools-paged', { TOTAL: '3', FAKE_LOG: log }) },
    { script: [{ calls: [{ name: 'mcp__many__mutate' }] }, { text: 'ok' }] },
  )
  await core.rpc.mcp.status({})
  await core.run('go', { mode: 'bypassPermissions' })
  const names = async () => (await core.rpc.mcp.tools({ name: 'many' })).map(({ name }) => name)
  await eventually(names).toContain('added_1')
  expect(readFileSync(log, 'utf8').split('"in":"tools/list"').length - 1).toBeLessThanOrEqual(3)
  await core.close()
})

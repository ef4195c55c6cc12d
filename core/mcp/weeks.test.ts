import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock, type Clock } from '../base/clock.ts'
import { connectCore, mcpFixture, mcpYaml, type ConnectCoreOptions, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mewcode-mcp-weeks-'))
})
afterEach(async () => {
  await core.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(servers: Parameters<typeof mcpYaml>[0], setup: ConnectCoreOptions = {}): Promise<void> {
  core = await connectCore({ ...setup, providerYaml: mcpYaml(servers) })
}

const LIB = pathToFileURL(join(dirname(mcpFixture('_lib').args[0] ?? ''), '_lib.mjs')).href

/** A server of our own making; `body` is what stands between the library and its end. */
function made(name: string, body: string): { type: string; command: string; args: string[] } {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, `import fs from 'node:fs'\nimport { stdio, tool, text } from ${JSON.stringify(LIB)}\n${body}`)
  return { type: 'stdio', command: process.execPath, args: [file] }
}

const eventually = <T>(read: () => T) => expect.poll(read)
const first = async () => (await core.rpc.mcp.list({}))[0]
const linesOf = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
const answer = () => core.events.of('tool.finished').map(({ content }) => JSON.stringify(content))

it.runIf(process.platform === 'linux')('an idle server that hangs is started anew', async () => {
  const log = join(folder, 'log')
  await open({ env: { ...mcpFixture('13-env-report', { FAKE_LOG: log }), keepalive: '500ms' } })
  await core.rpc.mcp.status({})
  const pids = (): number[] => linesOf(log).flatMap((line) => (line.includes('"argv"') ? [JSON.parse(line).pid] : []))
  await eventually(() => linesOf(log).filter((line) => line.includes('"in":"ping"')).length).toBeGreaterThan(1)
  expect(pids()).toHaveLength(1)
  process.kill(pids()[0] ?? 0, 'SIGSTOP')
  await eventually(() => pids().length).toBe(2)
  await eventually(async () => (await first())?.state).toBe('ready')
})

it('a server that keeps ending is tried five times, longer and longer apart, and then only by a person', async () => {
  const waits: number[] = []
  const clock: Clock = {
    now: systemClock.now,
    wait: async (ms) => void waits.push(ms),
  }
  const ends = made(
    'ends',
    `fs.appendFileSync(${JSON.stringify(join(folder, 'starts'))}, '1\\n')
    stdio({ 'tools/list': () => { setTimeout(() => process.exit(7), 20); return { tools: [tool('ok')] } } })`,
  )
  await open({ ends: { ...ends, keepalive: 'off' } }, { clock })
  await core.rpc.mcp.status({})
  await eventually(async () => (await first())?.state).toBe('failed')
  expect(await first()).toMatchObject({ problem: { code: 'mcp.crashed', params: { times: '6' } }, attempt: 0 })
  expect(waits.filter((ms) => ms >= 1_000)).toEqual([1_000, 2_000, 5_000, 15_000, 60_000])
  expect(linesOf(join(folder, 'starts'))).toHaveLength(6)
  await core.rpc.mcp.restart({ name: 'ends' })
  expect(linesOf(join(folder, 'starts')).length).toBeGreaterThan(6)
})

it.runIf(process.platform === 'linux')('what a server uses is shown, and one beyond its limit is stopped', async () => {
  const grows = made(
    'grows',
    `const held = []
    stdio({ 'tools/list': () => ({ tools: [tool('grow')] }), 'tools/call': () => { held.push(Buffer.alloc(200e6, 1)); return text('grown') } })`,
  )
  await open({ grows: { ...grows, limits: { memory: '180MB' } } })
  await core.rpc.mcp.status({})
  const before = await first()
  expect(before?.memoryBytes).toBeGreaterThan(20e6)
  expect(before?.memoryBytes).toBeLessThan(180e6)
  await core.rpc.mcp.test({ name: 'grows', tool: 'grow' })
  await eventually(async () => (await first())?.state).toBe('failed')
  expect((await first())?.problem).toMatchObject({ code: 'mcp.memory', params: { limit: '180' } })
})

describe('calls', () => {
  const call = (name: string, input = {}) => ({ name, input })

  it('wait in line for the limits of their server', async () => {
    const busy = made(
      'busy',
      `let now = 0, most = 0
      stdio({ 'tools/list': () => ({ tools: [tool('work', undefined, { annotations: { readOnlyHint: true } })] }),
        'tools/call': async () => { most = Math.max(most, ++now); await new Promise((go) => setTimeout(go, 60)); now -= 1; return text('most ' + most) } })`,
    )
    await open(
      { busy: { ...busy, limits: { concurrency: 2, rate: '10/s', burst: 3 } } },
      { script: [{ calls: Array.from({ length: 6 }, () => call('mcp__busy__work')) }, { text: 'ok' }] },
    )
    await core.rpc.mcp.status({})
    const startedAt = performance.now()
    await core.run('go')
    expect(answer().some((text) => /most [3-9]/.test(text))).toBe(false)
    expect(answer().some((text) => text.includes('most 2'))).toBe(true)
    // Three at once from the bucket, three more a tenth of a second apart.
    expect(performance.now() - startedAt).toBeGreaterThan(290)
  })

  it('are tried again when they only read, and never when they may change something', async () => {
    const dies = made(
      'dies',
      `fs.appendFileSync(${JSON.stringify(join(folder, 'runs'))}, '')
      const ran = (name) => { fs.appendFileSync(${JSON.stringify(join(folder, 'runs'))}, name + '\\n'); return fs.readFileSync(${JSON.stringify(join(folder, 'runs'))}, 'utf8').split(name).length - 1 }
      stdio({ 'tools/list': () => ({ tools: [tool('look', undefined, { annotations: { readOnlyHint: true } }), tool('write')] }),
        'tools/call': (r) => ran(r.params.name) === 1 ? process.exit(1) : text('second time') })`,
    )
    await open({ dies }, { script: [{ calls: [call('mcp__dies__look')] }, { calls: [call('mcp__dies__write')] }, { text: 'ok' }] })
    await core.rpc.mcp.status({})
    await core.run('go', { mode: 'bypassPermissions' })
    expect(linesOf(join(folder, 'runs'))).toEqual(['look', 'look', 'write'])
    expect(answer()[0]).toContain('second time')
    expect(answer()[1]).toContain('The server ended')
    expect(await core.rpc.mcp.tools({ name: 'dies' })).toMatchObject([
      { calls: 2, failedCalls: 1 },
      { calls: 1, failedCalls: 1 },
    ])
  })

  it('are refused at once after five without an answer, until one gets through', async () => {
    let ahead = 0
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }
    const mute = made(
      'mute',
      `stdio({ 'tools/list': () => ({ tools: [tool('ask')] }),
        'tools/call': () => { fs.appendFileSync(${JSON.stringify(join(folder, 'runs'))}, '1\\n'); return fs.existsSync(${JSON.stringify(join(folder, 'well'))}) ? text('here') : new Promise(() => {}) } })`,
    )
    const asks = (count: number) => Array.from({ length: count }, () => ({ calls: [call('mcp__mute__ask')] }))
    await open(
      { mute: { ...mute, timeouts: { call: '60ms' } } },
      { clock, script: [...asks(7), { text: 'ok' }, ...asks(2), { text: 'ok' }, ...asks(2), { text: 'ok' }] },
    )
    await core.rpc.mcp.status({})
    const sessionId = await core.newSession('bypassPermissions')
    await core.run('go', { sessionId })
    expect(linesOf(join(folder, 'runs'))).toHaveLength(5)
    expect(answer()[6]).toMatch(/left its last calls unanswered; no call is made for (30|29) s/)
    ahead = 31_000
    await core.run('again', { sessionId })
    expect(linesOf(join(folder, 'runs'))).toHaveLength(6)
    expect(answer()[8]).toContain('unanswered')
    ahead = 62_000
    writeFileSync(join(folder, 'well'), '')
    await core.run('well', { sessionId })
    expect(
      answer()
        .slice(9)
        .every((text) => text.includes('here')),
    ).toBe(true)
  })
})

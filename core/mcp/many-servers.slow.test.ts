import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serverFolder } from '../../e2e/bench/mcp-servers.ts'
import { alive, connectCore, mcpFixture, mcpYaml } from '../testing/index.ts'

/** How many processes run with this word on their command line. */
async function running(word: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(word)).length
}

const COUNT = 20
const HANDSHAKE_MS = 300

it.runIf(process.platform === 'linux')(
  'twenty servers start together beside a dead, a flooding and a stubborn one; the prompt waits for none, and none is left',
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mewcode-mcp-many-'))
    const flood = join(folder, 'flood.mjs')
    writeFileSync(
      flood,
      `const line = 'x'.repeat(1000) + '\\n'; const write = () => { while (process.stdout.write(line)); process.stdout.once('drain', write) }; write()`,
    )
    const light = serverFolder()
    // What is loaded with the first server is loaded.
    const first = await connectCore({ providerYaml: mcpYaml({ one: light.entry(0) }) })
    await first.rpc.mcp.status({})
    await first.close()
    // The same programs with nothing of ours around them: what this machine takes for them just now.
    const bareMs = await light.bare(COUNT, HANDSHAKE_MS)
    const slow = Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`s${at}`, light.entry(HANDSHAKE_MS)]))
    const stubborn = (name: string) => mcpFixture('04-stubborn-tree', { PID_FILE: join(folder, name), MAX_LIFE_S: '60' })
    const core = await connectCore({
      script: [{ text: 'at once' }],
      providerYaml: mcpYaml({
        ...slow,
        dead: { type: 'stdio', command: '/no/such/binary' },
        flood: { type: 'stdio', command: process.execPath, args: [flood], timeouts: { connect: '20s' } },
        tree: stubborn('tree'),
        other: stubborn('other'),
      }),
    })
    const startedAt = performance.now()
    const state = async (name: string) => (await core.rpc.mcp.list({})).find((one) => one.name === name)?.state
    await core.run('go')
    expect(await state('flood')).toBe('starting')
    await expect
      .poll(async () => (await core.rpc.mcp.list({})).filter((one) => one.name.startsWith('s') && one.state === 'ready').length, {
        timeout: 20_000,
        interval: 100,
      })
      .toBe(COUNT)
    // On a machine that does nothing else 1.2 s; a busy one stretches both alike, and six more programs and a turn go on beside.
    expect(performance.now() - startedAt).toBeLessThan(Math.max(1_200, 5 * bareMs))
    expect(await state('dead')).toBe('failed')

    await expect.poll(() => state('other')).toBe('ready')
    const stoppedAt = performance.now()
    await core.rpc.mcp.setEnabled({ name: 'other', enabled: false })
    const pids = (name: string): number[] => readFileSync(join(folder, name), 'utf8').trim().split('\n').map(Number)
    await expect.poll(() => alive(pids('other'))).toEqual([])
    expect(performance.now() - stoppedAt).toBeLessThan(5_000)

    const quitAt = performance.now()
    await core.core.close()
    // The flooding one is still connecting.
    expect(performance.now() - quitAt).toBeLessThan(Math.max(2_000, 2 * bareMs))
    expect(await running(folder)).toBe(0)
    expect(alive(pids('tree'))).toEqual([])
    await core.close()
    light.remove()
    rmSync(folder, { recursive: true })
  },
)

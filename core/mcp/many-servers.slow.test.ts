import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { alive, connectCore, mcpFixture, mcpYaml } from '../testing/index.ts'

/** How many processes run with this word on their command line. */
async function running(word: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(word)).length
}

it.runIf(process.platform === 'linux')(
  'twenty servers start together beside a dead, a flooding and a stubborn one; the prompt waits for none, and none is left',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mewcode-mcp-many-'))
    const flood = join(folder, 'flood.mjs')
    writeFileSync(
      flood,
      `const line = 'x'.repeat(1000) + '\\n'; const write = () => { while (process.stdout.write(line)); process.stdout.once('drain', write) }; write()`,
    )
    const slow = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`s${at}`, { ...mcpFixture('02-hang-initialize', { MODE: 'slow', DELAY: '300' }) }]),
    )
    const marked = Object.fromEntries(Object.entries(slow).map(([name, entry]) => [name, { ...entry, args: [...entry.args, folder] }]))
    const tree = mcpFixture('04-stubborn-tree', { PID_FILE: join(folder, 'pids'), MAX_LIFE_S: '60' })
    const core = await connectCore({
      script: [{ text: 'at once' }],
      providerYaml: mcpYaml({
        ...marked,
        dead: { type: 'stdio', command: '/no/such/binary' },
        flood: { type: 'stdio', command: process.execPath, args: [flood], timeouts: { connect: '6s' } },
        tree,
      }),
    })
    await core.run('go')
    const stateNow = (await core.rpc.mcp.list({})).find(({ name }) => name === 'flood')?.state
    expect(stateNow).toBe('starting')
    const servers = await core.rpc.mcp.status({})
    const ready = servers.filter(({ state }) => state === 'ready')
    expect(ready.map(({ name }) => name).toSorted()).toEqual([...Object.keys(slow), 'tree'].toSorted())
    await core.core.close()
    await core.close()
    const left = readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
    expect(await running(folder)).toBe(0)
    expect(alive(left)).toEqual([])
    rmSync(folder, { recursive: true })
  },
)

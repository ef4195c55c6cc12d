import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { familyOf, listProcesses, readProcess, type ProcessRow } from './process-table.ts'
import { runProcess, startProcess, type ProcessSpec } from './processes.ts'

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode 进程 🦀 ')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function shell(line: string, onOutput: ProcessSpec['onOutput'] = () => undefined): ProcessSpec {
  return { command: '/bin/sh', args: ['-c', line], cwd: folder, env: { PATH: process.env['PATH'] ?? '' }, onOutput }
}
const never = new AbortController().signal

describe('a long-lived child', () => {
  it('runs until it is stopped, with everything below it', async () => {
    let text = ''
    const up = Promise.withResolvers<void>()
    const running = await startProcess(
      shell('sleep 100 & echo $!; wait', (_stream, chunk) => {
        text += chunk.toString()
        up.resolve()
      }),
    )
    await up.promise
    await running.stop()
    await running.stop()
    expect(await running.ended).toEqual({ code: null, signal: 'SIGTERM' })
    expect([await readProcess(running.pid), await readProcess(Number(text))]).toEqual([undefined, undefined])
  })

  it('that cannot be started says why', async () => {
    await expect(startProcess({ ...shell(''), command: join(folder, 'nothing') })).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(startProcess({ ...shell(''), cwd: join(folder, 'nowhere') })).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('a child that runs to its end', () => {
  it('gives its code or its signal', async () => {
    const limit = { timeoutMs: 5_000, signal: never }
    expect(await runProcess(shell('exit 7'), limit)).toEqual({ ending: 'exited', code: 7, signal: null, leftRunning: [] })
    expect(await runProcess(shell('kill -KILL $$'), limit)).toMatchObject({ ending: 'exited', code: null, signal: 'SIGKILL' })
  })

  it('is slowed down by a slow reader instead of filling the memory, and loses nothing', async () => {
    let bytes = 0
    let busy = false
    let overlapped = false
    const outcome = await runProcess(
      shell('head -c 3000000 /dev/zero', async (_stream, chunk) => {
        overlapped ||= busy
        busy = true
        await new Promise((resolve) => setImmediate(resolve))
        busy = false
        bytes += chunk.length
      }),
      { timeoutMs: 5_000, signal: never },
    )
    expect([outcome.ending, bytes, overlapped]).toEqual(['exited', 3_000_000, false])
  })

  it('surfaces what its reader throws', async () => {
    const failing = shell('echo x', () => {
      throw new Error('the reader failed')
    })
    await expect(runProcess(failing, { timeoutMs: 5_000, signal: never })).rejects.toThrow('the reader failed')
  })
})

describe.runIf(process.platform === 'linux')('a daemon that a child leaves', () => {
  // Double fork into a session of its own: neither group, session nor parent tells where it came from.
  const daemon = `setsid sh -c 'sleep 100 & echo $!' </dev/null 2>&1`

  it('is found and ended where the child owns its daemons', async () => {
    let text = ''
    const spec = { ...shell(daemon, (_, chunk) => void (text += chunk.toString())), ownsDaemons: true }
    const { leftRunning } = await runProcess(spec, { timeoutMs: 5_000, signal: never })
    expect(leftRunning).toMatchObject([{ pid: Number(text), name: 'sleep' }])
    expect(await readProcess(Number(text))).toBe(undefined)
  })

  it('is left alone otherwise', async () => {
    let text = ''
    const { leftRunning } = await runProcess(
      shell(daemon, (_, chunk) => void (text += chunk.toString())),
      { timeoutMs: 5_000, signal: never },
    )
    expect([leftRunning, (await readProcess(Number(text)))?.name]).toEqual([[], 'sleep'])
    process.kill(Number(text))
  })
})

describe('the process table', () => {
  it('finds group, session and descendants, and nothing else', () => {
    const row = (pid: number, parent: number, group: number, session = group): ProcessRow => ({
      pid,
      parent,
      group,
      session,
      started: '',
      name: '',
    })
    const rows = [
      row(1, 0, 1),
      row(10, 1, 10),
      row(11, 10, 10),
      row(12, 1, 10),
      row(13, 11, 13, 10),
      row(14, 13, 14),
      row(20, 1, 20),
      row(21, 20, 20),
    ]
    expect(
      familyOf(10, rows)
        .map(({ pid }) => pid)
        .toSorted((a, b) => a - b),
    ).toEqual([10, 11, 12, 13, 14])
  })

  it('knows this process', async () => {
    expect((await listProcesses()).find(({ pid }) => pid === process.pid)).toMatchObject({ parent: process.ppid })
  })
})

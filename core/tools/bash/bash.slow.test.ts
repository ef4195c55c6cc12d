import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { contentText } from '../../contract/content-text.ts'
import { openToolProject } from '../../testing/tool-project.ts'
import { limits } from '../limits.ts'

const SMALL = 12_500_000

it('takes 200 MB of output in bounded memory and bounded disk', { timeout: 60_000 }, async () => {
  const project = openToolProject()
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const result = await project.call(
    'bash',
    { command: 'yes "a line of output that is neither short nor long" | head -c 200000000' },
    { progress: () => undefined },
  )
  clearInterval(watch)
  expect(result.meta.exitCode).toBe(0)
  expect(contentText(result.content).length).toBeLessThan(31_000)
  expect(statSync(result.meta.spillPath ?? '').size).toBe(limits.bash.spillBytes)
  expect(peak - before).toBeLessThan(120 << 20)
  await project.close()
})

it.each([
  ['many lines', 'yes "a line of output that is neither short nor long"'],
  ['a line without an end', `yes | tr '\\n' y`],
])(
  '%s: eight times the output costs what eight outputs cost, and the loop is held little longer than by reading alone',
  async (_, source) => {
    const project = openToolProject()
    const command = (bytes: number): string => `${source} | head -c ${bytes}`
    const print = (bytes: number) => project.call('bash', { command: command(bytes) }, { progress: () => undefined })
    const read = async (bytes: number): Promise<void> => {
      const child = spawn('bash', ['-c', command(bytes)], { stdio: ['ignore', 'pipe', 'inherit'] })
      child.stdout.resume()
      await once(child, 'close')
    }
    const printFour = async (): Promise<void> => {
      for (let i = 0; i < 4; i++) await print(SMALL)
    }
    await print(SMALL)
    // Before and after: a machine that is busy for a while makes both sides dearer.
    const [before, large, after] = [await cost(printFour), await cost(() => print(8 * SMALL)), await cost(printFour)]
    const alone = await cost(() => read(8 * SMALL))
    await project.close()
    // About one is expected, eight where the work grows with the square.
    expect(large.cpuMs).toBeLessThan(2 * (before.cpuMs + after.cpuMs))
    expect(large.lateMs).toBeLessThan(5 * alone.lateMs + 100)
  },
)

/** Processor time of this process, and how late its loop is at the 99th percentile. */
async function cost(work: () => Promise<unknown>): Promise<{ cpuMs: number; lateMs: number }> {
  const monitor = monitorEventLoopDelay({ resolution: 5 })
  const before = process.cpuUsage()
  monitor.enable()
  await work()
  monitor.disable()
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, lateMs: Math.max(0, monitor.percentile(99) / 1e6 - 5) }
}

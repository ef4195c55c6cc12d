/**
 * Loaded into a host under test (`NODE_OPTIONS=--import=…`): SIGUSR2 begins to measure how late the event loop is, the next one ends it
 * and leaves `LoopDelay` in the file `LOOP_DELAY_FILE`.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** All in milliseconds. */
export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const EVERY_MS = 5
const file = process.env['LOOP_DELAY_FILE']
// What it counts are the spaces between two looks, which are as long as this on a loop that is idle.
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - EVERY_MS)

if (isMainThread && file !== undefined) {
  const monitor = monitorEventLoopDelay({ resolution: EVERY_MS })
  let isMeasuring = false
  process.on('SIGUSR2', () => {
    isMeasuring = !isMeasuring
    if (isMeasuring) return void monitor.enable()
    monitor.disable()
    const delay: LoopDelay = { p50: late(monitor.percentile(50)), p99: late(monitor.percentile(99)), max: late(monitor.max) }
    monitor.reset()
    writeFileSync(`${file}.new`, JSON.stringify(delay))
    renameSync(`${file}.new`, file)
  })
}

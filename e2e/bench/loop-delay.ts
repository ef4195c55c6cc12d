/**
 * Loaded into the command line under test before its own code (`node --import`): samples how late timers are from the first
 * step on, and leaves the samples in the file `LOOP_DELAY_FILE` as JSON when the process ends. Loading code is not measured.
 */
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

const EVERY_MS = 5
const late: number[] = []
let isMeasuring = false

const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((...args: Parameters<typeof write>) => {
  const text = String(args[0])
  // The second: by then every part of the core has been loaded.
  if (text.includes('"type":"step.started"') && text.includes('"step":2')) isMeasuring = true
  if (text.includes('"type":"turn.finished"')) isMeasuring = false
  return write(...args)
}) as typeof process.stdout.write

let due = performance.now() + EVERY_MS
const look = (): void => {
  const now = performance.now()
  if (isMeasuring) late.push(Math.max(0, now - due))
  due = now + EVERY_MS
  setTimeout(look, EVERY_MS).unref()
}
setTimeout(look, EVERY_MS).unref()

process.on('exit', () => writeFileSync(process.env['LOOP_DELAY_FILE'] ?? 'loop-delay.json', JSON.stringify(late)))

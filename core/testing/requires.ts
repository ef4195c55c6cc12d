import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const list = fileURLToPath(new URL('../../out/not-run.txt', import.meta.url))

/**
 * The programs a test needs and this machine lacks. Each is written down for the end of `npm test`, so that a skipped
 * test is never a silent one; with `MEWCODE_REQUIRE_ALL=1` it throws instead. Use it as `it.skipIf(requires(…).length > 0)`.
 */
export function requires(test: string, programs: readonly string[]): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))))
  if (missing.length === 0) return []
  const lines = missing.map((program) => `NOT RUN: ${test} needs ${program}`)
  mkdirSync(dirname(list), { recursive: true })
  appendFileSync(list, `${lines.join('\n')}\n`)
  if (process.env['MEWCODE_REQUIRE_ALL'] === '1') throw new Error(lines.join('; '))
  return missing
}

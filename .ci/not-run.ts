import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './command.ts'

/** Tests that met a missing program write their line here (`core/testing/requires.ts`). */
const LIST = join(ROOT, 'out/not-run.txt')

export async function forgetNotRun(): Promise<void> {
  await rm(LIST, { force: true })
}

/** Says as the last lines what was not run and why. Answers whether that is a failure: with `MEWCODE_REQUIRE_ALL=1` everything must run. */
export async function reportNotRun(): Promise<boolean> {
  const text = await readFile(LIST, 'utf8').catch(() => '')
  const lines = [...new Set(text.split('\n').filter((line) => line !== ''))]
  for (const line of lines) console.log(line)
  return lines.length > 0 && process.env['MEWCODE_REQUIRE_ALL'] === '1'
}

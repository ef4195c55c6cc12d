import { build } from './build.ts'
import { forgetNotRun, reportNotRun } from './not-run.ts'
import { withKeyring } from './with-keyring.ts'

/** Builds when needed and runs Playwright with these arguments. Answers whether every test passed. */
export async function runEndToEnd(args: readonly string[]): Promise<boolean> {
  await build()
  const { code } = await withKeyring(['playwright', 'test', '--pass-with-no-tests', ...args], { show: true })
  return code === 0
}

if (import.meta.main) {
  await forgetNotRun()
  const passed = await runEndToEnd(process.argv.slice(2))
  const notRun = await reportNotRun()
  process.exitCode = passed && !notRun ? 0 : 1
}

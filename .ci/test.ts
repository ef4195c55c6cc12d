import { build } from './build.ts'
import { check } from './check.ts'
import { runEndToEnd } from './e2e.ts'
import { forgetNotRun, reportNotRun } from './not-run.ts'
import { runSteps } from './steps.ts'
import { withKeyring } from './with-keyring.ts'

// Everything that takes ≤ 5 s a test. The build comes first: size budgets and the e2e look at it.
await forgetNotRun()
const failed = await runSteps([
  { name: 'build', run: async () => (await build(), true) },
  { name: 'check', run: async () => (await check()).length === 0 },
  { name: 'unit tests', run: async () => (await withKeyring(['vitest', 'run'], { show: true })).code === 0 },
  { name: 'end-to-end tests', run: () => runEndToEnd(['--project', 'serve', '--project', 'electron']) },
])
console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}`)
const notRun = await reportNotRun()
process.exitCode = failed.length === 0 && !notRun ? 0 : 1

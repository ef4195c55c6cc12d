import { build } from './build.ts'
import { command } from './command.ts'
import { runEndToEnd } from './e2e.ts'
import { forgetNotRun, reportNotRun } from './not-run.ts'
import { runSteps } from './steps.ts'
import { withKeyring } from './with-keyring.ts'

await forgetNotRun()
const failed = await runSteps([
  { name: 'build', run: async () => (await build(), true) },
  { name: 'walls report what is planted', run: async () => (await command(['node', '.ci/check-walls.ts'], { show: true })).code === 0 },
  {
    name: 'slow tests',
    run: async () => (await withKeyring(['vitest', 'run', '--config', 'vitest.slow.config.ts'], { show: true })).code === 0,
  },
  {
    // The first waits for pages and time limits, the second for the network: side by side neither is slower.
    name: 'slow end-to-end tests and clean install',
    run: async () => {
      const install = command(['node', '.ci/clean-install.ts'])
      const passed = await runEndToEnd(['--project', 'slow'])
      const { code, output } = await install
      console.log(output.trimEnd())
      return passed && code === 0
    },
  },
])
console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}`)
const notRun = await reportNotRun()
process.exitCode = failed.length === 0 && !notRun ? 0 : 1

import { build } from './build.ts'
import { command } from './command.ts'
import { runEndToEnd } from './e2e.ts'
import { forgetNotRun, reportNotRun } from './not-run.ts'
import { runSteps } from './steps.ts'
import { withKeyring } from './with-keyring.ts'

await forgetNotRun()
// It waits for the network and the disk while the steps below need the processor.
const install = command(['node', '.ci/clean-install.ts'])
const failed = await runSteps([
  { name: 'build', run: async () => (await build(), true) },
  { name: 'walls report what is planted', run: async () => (await command(['node', '.ci/check-walls.ts'], { show: true })).code === 0 },
  {
    name: 'slow tests',
    run: async () => (await withKeyring(['vitest', 'run', '--config', 'vitest.slow.config.ts'], { show: true })).code === 0,
  },
  { name: 'slow end-to-end tests', run: () => runEndToEnd(['--project', 'slow']) },
  {
    name: 'clean install',
    run: async () => {
      const { code, output } = await install
      console.log(output.trimEnd())
      return code === 0
    },
  },
])
console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}`)
const notRun = await reportNotRun()
process.exitCode = failed.length === 0 && !notRun ? 0 : 1

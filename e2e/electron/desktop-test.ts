import { test as base } from '@playwright/test'
import { installedElectron } from '../../.ci/electron-binary.ts'
import type { DesktopApp, LaunchOptions } from './desktop-app.ts'
import { RealApp } from './real-app.ts'
import { StandInApp } from './stand-in-app.ts'

/** What the app runs in: `e2e/electron-standin/`, or the real program. */
export type Shell = 'stand-in' | 'electron'

interface Desktop {
  /** Starts the app; whatever still runs after the test is ended. */
  readonly launch: (options?: LaunchOptions) => Promise<DesktopApp>
}

interface Program {
  readonly shell: Shell
  /** The Electron program, or why there is none to be run. */
  readonly program: { readonly path: string } | { readonly missing: string }
}

/** Playwright's `test` for specs that are the same in both shells; what only one can do is skipped in the other, with the reason. */
export const test = base.extend<Desktop & { skipWithoutProgram: void }, Program>({
  shell: ['stand-in', { option: true, scope: 'worker' }],
  program: [
    async ({ shell }, use) => {
      const found = shell === 'electron' ? await runnableElectron() : { missing: 'the stand-in needs none' }
      if (shell === 'electron' && 'missing' in found) console.log(`NOT RUN: the specs under the real Electron. ${found.missing}`)
      await use(found)
    },
    { scope: 'worker' },
  ],
  // Before everything else of a test, its hooks included.
  skipWithoutProgram: [
    async ({ shell, program }, use, info) => {
      if (shell === 'electron' && 'missing' in program) info.skip(true, program.missing)
      await use()
    },
    { auto: true },
  ],
  async launch({ program, browser }, use) {
    const apps: DesktopApp[] = []
    await use(async (options) => {
      const app = 'path' in program ? await RealApp.launch(program.path, options) : await StandInApp.start(browser, options)
      apps.push(app)
      return app
    })
    for (const app of apps.toReversed()) await app.remove()
  },
})

async function runnableElectron(): Promise<Program['program']> {
  const path = await installedElectron()
  if (path === undefined) return { missing: 'Its program is not here: npm run test:electron fetches it.' }
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
  return hasScreen ? { path } : { missing: 'There is no screen: run it under xvfb-run.' }
}

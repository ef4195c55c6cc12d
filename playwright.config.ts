import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import type { Shell } from './e2e/electron/desktop-test.ts'

const browser = await findBrowser({ shell: true })

const desktop = { testMatch: 'electron/**/*.spec.ts', testIgnore: '**/*.slow.spec.ts' }

export default defineConfig<object, { shell: Shell }>({
  testDir: 'e2e',
  outputDir: 'out/e2e',
  // Two cores. Most of a test is waiting for the page; a third would only fight.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['MEWCODE_REQUIRE_ALL'] === '1',
  reporter: [['list']],
  // Traces make every test a fifth dearer; `--trace on` takes one.
  use: { launchOptions: browser, screenshot: 'only-on-failure' },
  projects: [
    { name: 'serve', testMatch: 'serve/**/*.spec.ts', testIgnore: '**/*.slow.spec.ts' },
    { name: 'electron', ...desktop },
    // The same specs; without the program each is skipped, and one line says why.
    { name: 'electron-real', ...desktop, use: { shell: 'electron' } },
    { name: 'slow', testMatch: '**/*.slow.spec.ts' },
  ],
})

import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

const browser = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'out/e2e',
  // Two cores: a model server, a host and a browser are at work in every test.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['MEWCODE_REQUIRE_ALL'] === '1',
  reporter: [['list']],
  use: { launchOptions: browser, trace: 'retain-on-failure' },
  projects: [
    { name: 'serve', testMatch: 'serve/**/*.spec.ts', testIgnore: '**/*.slow.spec.ts' },
    { name: 'electron', testMatch: 'electron/**/*.spec.ts', testIgnore: '**/*.slow.spec.ts' },
    { name: 'slow', testMatch: '**/*.slow.spec.ts' },
  ],
})

import { defineConfig } from 'vitest/config'

/** Tests that need more than five seconds; `npm run test:slow`. */
export default defineConfig({
  test: {
    include: [
      'core/**/*.slow.test.ts',
      'electron/**/*.slow.test.ts',
      'renderer/**/*.slow.test.ts',
      '.ci/**/*.slow.test.ts',
      'e2e/cli/**/*.slow.test.ts',
    ],
    exclude: ['node_modules/**', 'out/**'],
    testTimeout: 120_000,
    // Two cores: more workers only fight.
    maxWorkers: 2,
    passWithNoTests: true,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Slow tests (> 5 s) are named *.slow.test.ts and run by `npm run test:slow`.
    include: ['core/**/*.test.ts', 'electron/**/*.test.ts', 'renderer/**/*.test.ts', '.ci/**/*.test.ts', 'e2e/cli/**/*.test.ts'],
    exclude: ['**/*.slow.test.ts', 'node_modules/**', 'out/**'],
    // Ends what hangs; how long something may take is measured elsewhere, a busy machine must not decide.
    testTimeout: 30_000,
    // Two cores: more workers only fight.
    maxWorkers: 2,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Slow tests (> 5 s) are named *.slow.test.ts and run by `npm run test:slow`.
    include: ['core/**/*.test.ts', 'electron/**/*.test.ts', 'renderer/**/*.test.ts', '.ci/**/*.test.ts', 'e2e/cli/**/*.test.ts'],
    exclude: ['**/*.slow.test.ts', 'node_modules/**', 'out/**'],
    testTimeout: 10_000,
    // Two cores: more workers only fight.
    maxWorkers: 2,
  },
})

import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Tests that need more than five seconds; `npm run test:slow`. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
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
      passWithNoTests: true,
    },
  }),
)

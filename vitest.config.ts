import { defineConfig } from 'vitest/config'

/** Tests of these rooms change nothing that outlives them: one process may run them all, in any order. */
const PURE = [
  'core/{commands,compact,config,contract,frontmatter,llm,permission,prompt,transcript}/**/*.test.ts',
  'renderer/{i18n,lib}/**/*.test.ts',
]
// Slow tests (> 5 s) are named *.slow.test.ts and run by `npm run test:slow`.
const exclude = ['**/*.slow.test.ts', 'node_modules/**', 'out/**']

export default defineConfig({
  test: {
    // How long a test may take says nothing of the product; on a busy machine some take three times as long.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Two cores: more workers only fight.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude, isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [
            'core/**/*.test.ts',
            'electron/**/*.test.ts',
            'renderer/**/*.test.ts',
            '.ci/**/*.test.ts',
            'e2e/{cli,electron-standin}/**/*.test.ts',
          ],
          exclude: [...exclude, ...PURE],
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Half a minute and more each, longest first. */
const LONG = ['permission/fuzz', 'session/long-session', 'cli/kill-random', 'session/long-epoch', 'cli/kill', 'permission/oracle']

/** The long ones begin first: by size, as without this, the longest of all comes last and goes on alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.slow.test.ts`))
      return at < 0 ? LONG.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

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
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongFirst },
    // Two cores: more workers only fight.
    maxWorkers: 2,
    passWithNoTests: true,
  },
})

import { command, seconds } from './command.ts'

type Command = readonly [string, ...string[]]

const tsc = (name: string, program = 'tsc'): Command => [
  program,
  '--project',
  `tsconfig.${name}.json`,
  '--incremental',
  '--tsBuildInfoFile',
  `out/.tsc/${name}.tsbuildinfo`,
]

/** Longest first: two run at a time, and the last to start should be short. */
const CHECKS: Readonly<Record<string, Command>> = {
  'types:renderer': tsc('renderer', 'vue-tsc'),
  lint: ['oxlint', '--type-aware', '--report-unused-disable-directives', '--deny-warnings', '--format', 'unix'],
  'types:e2e': tsc('e2e'),
  'types:core': tsc('core'),
  'types:electron': tsc('electron'),
  unused: ['knip', '--no-progress', '--no-config-hints'],
  walls: ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'core', 'electron', 'renderer', 'e2e'],
  format: ['prettier', '--check', '--log-level', 'warn', '.'],
  // In a page; `types:core` compiles the same files for Node.
  'types:contract': tsc('contract'),
  'types:preload': tsc('preload'),
  size: ['node', '.ci/size.ts'],
  bundled: ['node', '.ci/bundled.ts'],
  waiting: ['node', '.ci/sync-calls.ts'],
  lock: ['node', '.ci/lock.ts'],
  licences: ['node', '.ci/licences.ts'],
  places: ['node', '.ci/places.ts'],
}

/**
 * Runs every check, or those whose name contains one of `only`, two at a time. Reports each by name as it ends.
 * Answers the names of those that failed.
 */
export async function check(only: readonly string[] = []): Promise<string[]> {
  const waiting = Object.entries(CHECKS).filter(([name]) => only.length === 0 || only.some((part) => name.includes(part)))
  const failed: string[] = []
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, run] = next
      const { code, output, ms } = await command(run)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds(ms)})`)
      if (code === 0) continue
      failed.push(name)
      console.log(`${output.trimEnd()}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

if (import.meta.main) {
  const startedAt = performance.now()
  const failed = await check(process.argv.slice(2))
  console.log(`${failed.length === 0 ? 'all checks hold' : `failed: ${failed.join(', ')}`} (${seconds(performance.now() - startedAt)})`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

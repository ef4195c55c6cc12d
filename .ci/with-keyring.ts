import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { command, projectPath, ROOT, type CommandOptions, type Finished } from './command.ts'

/**
 * Runs a command in a desktop session of its own: its own bus, an unlocked keyring and a home folder that are thrown away afterwards,
 * never the person's. Where the programs for it are missing the command runs without any session bus, and tests that need one say so.
 */
export async function withKeyring(run: readonly [string, ...string[]], options: CommandOptions = {}): Promise<Finished> {
  if (process.platform !== 'linux') return await command(run, options)
  const home = await mkdtemp(join(tmpdir(), 'mewcode-session-'))
  try {
    const env = { ...options.env, ...(await sessionEnvironment(home)) }
    return await command(hasKeyring() ? insideSession(run) : run, { ...options, env })
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function sessionEnvironment(home: string): Promise<NodeJS.ProcessEnv> {
  const runtime = join(home, 'run')
  await mkdir(runtime, { mode: 0o700 })
  return {
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    // The program is started hundreds of times, each from the same files.
    NODE_COMPILE_CACHE: join(ROOT, 'out/.compile-cache'),
    // Overwritten by the session's own; without one nothing may find the person's bus.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    PLAYWRIGHT_BROWSERS_PATH: process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache/ms-playwright'),
  }
}

function hasKeyring(): boolean {
  return ['dbus-run-session', 'gnome-keyring-daemon'].every((program) =>
    projectPath()
      .split(delimiter)
      .some((folder) => existsSync(join(folder, program))),
  )
}

function insideSession(run: readonly string[]): readonly [string, ...string[]] {
  // The daemon unlocks its login keyring with the password on stdin and goes to the background; it dies with the session's bus.
  const unlock = 'printf throw-away | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'
  return ['dbus-run-session', '--', 'sh', '-c', unlock, 'sh', ...run]
}

if (import.meta.main) {
  const [program, ...args] = process.argv.slice(2)
  if (program === undefined) throw new Error('Usage: node .ci/with-keyring.ts PROGRAM [ARGUMENT…]')
  process.exitCode = (await withKeyring([program, ...args], { show: true })).code
}

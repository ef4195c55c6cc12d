import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

export interface KeyringSession {
  /** Folder that is thrown away: home, keyrings and run-time files of the session lie in it. */
  folder: string
  /** `unlocked`: a keyring daemon runs. `none`: a session bus without one. `no bus`: not even that. */
  keyring: 'unlocked' | 'none' | 'no bus'
}

/** Runs a shell script in a desktop session of its own, never the person's. `$KEYCHAIN` in it is the keychain child. Answers its output. */
export function inKeyringSession({ folder: home, keyring }: KeyringSession, script: string): Promise<string> {
  const runtime = join(home, 'run')
  mkdirSync(runtime, { recursive: true, mode: 0o700 })
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: runtime,
    // One of our own would be found and asked to show a prompt.
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    KEYCHAIN: `${process.execPath} --import ${join(folder, 'raw-imports.ts')} ${join(folder, 'keychain-child.ts')}`,
  }
  const unlock = 'printf "throw-away\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1\n'
  const args = ['-c', keyring === 'unlocked' ? unlock + script : script]
  const [command, rest] = keyring === 'no bus' ? ['sh', args] : ['dbus-run-session', ['--', 'sh', ...args]]
  return new Promise((resolve, reject) => {
    execFile(command, rest, { env, timeout: 30_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`))
      else resolve(stdout)
    })
  })
}

import { childEnvironment, findProgram, runProcess } from '../../core/platform/index.ts'

const WATCHER = 'org.kde.StatusNotifierWatcher'
const TIME_LIMIT_MS = 1_000

/** Whether icons are shown. A Linux desktop without a place for them takes one and draws nothing, so its bus is asked. */
export async function hasTray(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (platform !== 'linux') return true
  const command = await findProgram('dbus-send', env)
  if (command === undefined) return false
  const property = [`string:${WATCHER}`, 'string:IsStatusNotifierHostRegistered']
  const args = ['--session', '--print-reply', `--dest=${WATCHER}`, '/StatusNotifierWatcher', 'org.freedesktop.DBus.Properties.Get']
  let said = ''
  const spec = {
    command,
    args: [...args, ...property],
    cwd: '/',
    env: childEnvironment({ env, secretVariables: new Set() }),
    onOutput: (stream: 'stdout' | 'stderr', chunk: Buffer) => void (stream === 'stdout' && (said += chunk.toString())),
  }
  const { code } = await runProcess(spec, { timeoutMs: TIME_LIMIT_MS, signal: AbortSignal.timeout(2 * TIME_LIMIT_MS) })
  return code === 0 && /\bboolean true\b/.test(said)
}

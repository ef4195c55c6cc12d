import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build } from './build.ts'
import { projectPath, ROOT } from './command.ts'
import { findElectron } from './electron-binary.ts'

const USAGE = 'npm start -- [--electron | --browser] [FOLDER]'

// The desktop app where Electron can be had, else the same app in a browser, with the reason.
const options = process.argv.slice(2)
const flags = options.filter((option) => option.startsWith('--'))
// npm runs scripts in the checkout; a relative folder is meant from where the person stands.
const folders = options.filter((option) => !option.startsWith('--')).map((folder) => resolve(process.env['INIT_CWD'] ?? '.', folder))
const unknown = flags.find((flag) => flag !== '--electron' && flag !== '--browser')
if (unknown !== undefined) {
  console.error(`Unknown option ${unknown}. Usage: ${USAGE}`)
  process.exit(2)
}

try {
  await build()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const electron = await electronOrReason()
if ('path' in electron) {
  process.exitCode = await run(electron.path, [ROOT, ...folders])
} else {
  console.log(`${electron.missing}. MewCode opens in the browser instead.`)
  const project = folders.flatMap((folder) => ['--project', folder])
  process.exitCode = await run(process.execPath, [join(ROOT, 'out/cli/entry.js'), 'serve', '--open', ...project])
}

async function electronOrReason(): Promise<{ path: string } | { missing: string }> {
  if (flags.includes('--browser')) return { missing: 'You asked for the browser' }
  // A mirror was set for Electron's sake, so that counts as asking for it.
  const asked = flags.includes('--electron') || process.env['ELECTRON_MIRROR'] !== undefined
  const obstacle = noWindowReason()
  if (obstacle !== undefined && !asked) return { missing: obstacle }
  const found = await findElectron({ retry: flags.includes('--electron') })
  if ('missing' in found) return { missing: `${found.missing} (\`npm start -- --electron\` tries again)` }
  return obstacle === undefined ? found : { missing: obstacle }
}

/** Why no desktop window can come up here, whatever is installed. */
function noWindowReason(): string | undefined {
  if (process.platform !== 'linux') return undefined
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'There is no display for a desktop window'
  // Electron and Chromium run as root only without their sandbox, and that we do not give up.
  if (process.getuid?.() === 0) return 'Electron does not run as root'
  return undefined
}

/** Waits for the program; Ctrl-C goes to it, and its clean end is ours. */
async function run(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PATH: projectPath() } })
  let interrupted = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interrupted = true
      // Ctrl-C in a terminal has reached the child by itself; it takes two so close together for one.
      child.kill(signal)
    })
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => resolve(exitCode ?? (signal ? 1 : 0)))
  })
  return interrupted ? 0 : code
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectPath, ROOT } from './command.ts'

const PACKAGE = join(ROOT, 'node_modules/electron')
const REMEMBERED = join(ROOT, 'out/.electron-unavailable.json')
const DAY_MS = 24 * 60 * 60 * 1000
const SILENCE_MS = 20_000

export type ElectronAnswer = { path: string } | { missing: string }

/**
 * The Electron program, fetched with the package's own install step when it is not there (it honours `ELECTRON_MIRROR` and proxies).
 * A failure is remembered for a day, so that a start without a network is quick; `retry` tries again, and so does another mirror.
 */
export async function findElectron({ retry }: { retry: boolean }): Promise<ElectronAnswer> {
  const installed = await installedPath()
  if (installed !== undefined) return { path: installed }
  const known = retry ? undefined : await rememberedReason()
  if (known !== undefined) return { missing: known }
  console.log('Fetching Electron, once (about 120 MB) …')
  const reason = await install()
  const path = await installedPath()
  if (path !== undefined) return { path }
  const missing = `Electron could not be fetched from ${mirror() || 'GitHub'}: ${reason ?? 'its install step left no program'}`
  await writeFile(REMEMBERED, JSON.stringify({ at: Date.now(), mirror: mirror(), missing }))
  return { missing }
}

async function installedPath(): Promise<string | undefined> {
  const name = await readFile(join(PACKAGE, 'path.txt'), 'utf8').catch(() => undefined)
  if (name === undefined) return undefined
  const path = join(PACKAGE, 'dist', name)
  return existsSync(path) ? path : undefined
}

interface Remembered {
  at: number
  mirror: string
  missing: string
}

async function rememberedReason(): Promise<string | undefined> {
  const text = await readFile(REMEMBERED, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { at, mirror: triedMirror, missing }: Remembered = JSON.parse(text)
  return Date.now() - at < DAY_MS && triedMirror === mirror() ? missing : undefined
}

function mirror(): string {
  return process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'] ?? ''
}

/** Answers why it failed. By path, never by the name `install-electron`: the package of that name is somebody else's. */
async function install(): Promise<string | undefined> {
  await mkdir(join(ROOT, 'out'), { recursive: true })
  const temp = await mkdtemp(join(ROOT, 'out/electron-download-'))
  // Its own temp folder, so that growing files in it tell a slow line from a dead one.
  const env = { ...process.env, PATH: projectPath(), TMPDIR: temp, TEMP: temp, TMP: temp }
  const child = spawn(process.execPath, [join(PACKAGE, 'install.js')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const silent = killWhenSilent(child, [temp, join(PACKAGE, 'dist')])
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  silent.stop()
  await rm(temp, { recursive: true, force: true })
  if (silent.killed()) return `no byte came for ${SILENCE_MS / 1000} s`
  return code === 0 ? undefined : reasonIn(errors)
}

function killWhenSilent(child: { kill(): boolean }, folders: readonly string[]): { stop(): void; killed(): boolean } {
  let bytes = 0
  let grewAt = Date.now()
  let killed = false
  const look = async (): Promise<void> => {
    const now = await bytesIn(folders)
    if (now !== bytes) grewAt = Date.now()
    bytes = now
    if (Date.now() - grewAt < SILENCE_MS) return
    killed = true
    child.kill()
  }
  const timer = setInterval(() => void look(), 500)
  return { stop: () => clearInterval(timer), killed: () => killed }
}

async function bytesIn(folders: readonly string[]): Promise<number> {
  let bytes = 0
  for (const folder of folders) {
    for await (const path of glob('**/*', { cwd: folder })) bytes += (await stat(join(folder, path)).catch(() => ({ size: 0 }))).size
  }
  return bytes
}

/** The first line that says something: `RequestError: connect ECONNREFUSED 127.0.0.1:9` → `connect ECONNREFUSED 127.0.0.1:9`. */
function reasonIn(errors: string): string {
  const line = errors.split('\n').find((text) => /\w*Error\b.*:/.test(text)) ?? errors.split('\n').find((text) => text.trim() !== '')
  return line?.replace(/^\s*\w*Error( \[\w+\])?:\s*/, '').trim() ?? 'its install step failed without a word'
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectPath, ROOT } from './command.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SILENCE_MS = 20_000
const TOLD_BYTES = 10_000_000

export type ElectronAnswer = { path: string } | { missing: string }

interface Places {
  /** Electron's npm package. */
  readonly package: string
  /** Where it is noted that the program could not be had. */
  readonly remembered: string
}

interface FindOptions {
  readonly retry: boolean
  readonly env?: NodeJS.ProcessEnv
  readonly places?: Places
  readonly say?: (line: string) => void
}

const PLACES: Places = { package: join(ROOT, 'node_modules/electron'), remembered: join(ROOT, 'out/.electron-unavailable.json') }

/**
 * The Electron program, fetched with the package's own install step when it is not there (it honours `ELECTRON_MIRROR` and checks what
 * came). A failure is remembered for a day, so that a start without a network is quick; `retry` tries again, and so does another mirror.
 */
export async function findElectron({ retry, env = process.env, places = PLACES, say = console.log }: FindOptions): Promise<ElectronAnswer> {
  const installed = await installedPath(places)
  if (installed !== undefined) return { path: installed }
  const known = retry ? undefined : await rememberedReason(places, mirrorIn(env))
  if (known !== undefined) return { missing: known }
  say('Fetching Electron, once (about 120 MB) …')
  const reason = await install(places, env, say)
  const path = await installedPath(places)
  if (path !== undefined) return { path }
  const missing = `Electron could not be fetched from ${mirrorIn(env) || 'GitHub'}: ${reason ?? 'its install step left no program'}`
  await writeFile(places.remembered, JSON.stringify({ at: Date.now(), mirror: mirrorIn(env), missing }))
  return { missing }
}

/** The program's path when it is here already. */
export async function installedElectron(): Promise<string | undefined> {
  return await installedPath(PLACES)
}

async function installedPath(places: Places): Promise<string | undefined> {
  const name = await readFile(join(places.package, 'path.txt'), 'utf8').catch(() => undefined)
  if (name === undefined) return undefined
  const path = join(places.package, 'dist', name)
  return existsSync(path) ? path : undefined
}

interface Remembered {
  at: number
  mirror: string
  missing: string
}

async function rememberedReason(places: Places, mirror: string): Promise<string | undefined> {
  const text = await readFile(places.remembered, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { at, mirror: triedMirror, missing }: Remembered = JSON.parse(text)
  return Date.now() - at < DAY_MS && triedMirror === mirror ? missing : undefined
}

function mirrorIn(env: NodeJS.ProcessEnv): string {
  return env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? ''
}

/** Answers why it failed. By path, never by the name `install-electron`: the package of that name is somebody else's. */
async function install(places: Places, env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<string | undefined> {
  await mkdir(join(ROOT, 'out'), { recursive: true })
  const temp = await mkdtemp(join(ROOT, 'out/electron-download-'))
  const child = spawn(process.execPath, [join(places.package, 'install.js')], {
    // A temp folder of its own, so that growing files in it tell a slow line from a dead one. Node takes the proxies it finds in the
    // environment only when told to.
    env: { ...env, PATH: projectPath(), TMPDIR: temp, TEMP: temp, TMP: temp, NODE_USE_ENV_PROXY: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  let told = 0
  const onBytes = (bytes: number): void => {
    if (bytes < told + TOLD_BYTES) return
    told = bytes
    say(`  ${Math.floor(bytes / 1e6)} MB`)
  }
  const silent = killWhenSilent(child, [temp, join(places.package, 'dist')], onBytes)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  silent.stop()
  await rm(temp, { recursive: true, force: true })
  if (silent.killed()) return `no byte came for ${SILENCE_MS / 1000} s`
  return code === 0 ? undefined : reasonIn(errors)
}

function killWhenSilent(
  child: { kill(): boolean },
  folders: readonly string[],
  onBytes: (bytes: number) => void,
): { stop(): void; killed(): boolean } {
  let bytes = 0
  let grewAt = Date.now()
  let killed = false
  const look = async (): Promise<void> => {
    const now = await bytesIn(folders)
    if (now !== bytes) grewAt = Date.now()
    bytes = now
    onBytes(now)
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

import { chromium, type LaunchOptions } from '@playwright/test'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { once } from 'node:events'

const ROOT = join(import.meta.dirname, '..')
const PACKED = join(ROOT, 'node_modules/@sparticuz/chromium')

/** The same engine without a browser's own windows: a test costs a third less. */
const SHELL = ['chromium-headless-shell']
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A real Chromium for the tests: the system's, else Playwright's own, else the one inside the npm package, unpacked under `out/`.
 * With `shell` the system's headless shell comes before all of them. `MEWCODE_TEST_BROWSER` (`shell`, `system`, `playwright`, `packed`)
 * takes one of them only.
 */
export async function findBrowser({ shell = false } = {}): Promise<LaunchOptions> {
  const only = process.env['MEWCODE_TEST_BROWSER'] ?? 'any'
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const programs = new Map([
    ['any', shell ? [...SHELL, ...WHOLE] : WHOLE],
    ['shell', SHELL],
    ['system', WHOLE],
  ])
  const system = onPath(programs.get(only) ?? [])
  if (system !== undefined) return { executablePath: system, args }
  if (only !== 'packed' && existsSync(chromium.executablePath())) return { args }
  const folder = await unpackedChromium()
  // Only where the system lacks them: mixed with the system's own they would not fit.
  const libraries = hasNss()
    ? {}
    : { LD_LIBRARY_PATH: [join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter) }
  // Never the package's own arguments: they switch web security off.
  return { executablePath: join(folder, 'chromium'), args, env: { ...environment(), ...libraries } }
}

function onPath(programs: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find((path) => existsSync(path))
}

/** Into a folder of its own by version, never the temp folder: whatever lies there under that name would be run. */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKED, 'package.json'), 'utf8')) as { version: string }
  const folder = join(ROOT, 'out/chromium', version)
  if (existsSync(join(folder, 'chromium'))) return folder
  const growing = `${folder}.${process.pid}`
  await mkdir(growing, { recursive: true })
  for (const name of await readdir(join(PACKED, 'bin'), { recursive: true })) {
    if (name.endsWith('.tar.br')) await unpackTar(join(PACKED, 'bin', name), growing)
    else if (name.endsWith('.br')) await unpack(join(PACKED, 'bin', name), join(growing, name.split('/').at(-1)!.replace(/\.br$/, '')))
  }
  await chmod(join(growing, 'chromium'), 0o755)
  await rename(growing, folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another worker was faster.
    if (!existsSync(join(folder, 'chromium'))) throw error
    await rm(growing, { recursive: true })
  })
  return folder
}

async function unpack(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to))
}

async function unpackTar(from: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const closed = once(tar, 'close')
  // tar may go before it has read what fills the archive up behind its end; its code says whether it had all it needs.
  await pipeline(createReadStream(from), createBrotliDecompress(), tar.stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'EPIPE') throw error
  })
  const [code] = await closed
  if (code !== 0) throw new Error(`tar ended with ${code} on ${from}`)
}

function hasNss(): boolean {
  return ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'].some((folder) =>
    existsSync(join(folder, 'libnss3.so')),
  )
}

function environment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

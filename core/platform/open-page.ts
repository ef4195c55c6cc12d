import { access, mkdtemp, rm } from 'node:fs/promises'
import { constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { tmpdir } from 'node:os'
import { childEnvironment } from './child-environment.ts'
import type { Environment } from './platform.ts'
import { startProcess, type RunningProcess } from './processes.ts'

export interface OpenedPage {
  /** The program that shows it. */
  readonly program: string
  /** Ends a browser of ours and deletes its profile; the person's own browser is left alone. */
  close(): Promise<void>
}

/** Longer than a browser needs to find out that it cannot start. */
const FAILS_WITHIN_MS = 1000

const PATH_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PLACES = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/**
 * Shows a page in a window of its own (a Chromium or Chrome in app mode, with a profile that is thrown away), else in the person's
 * browser; never as root. `link` is asked anew for each try, because a link opens once. Undefined where nothing can show a page.
 */
export async function openPage(link: () => string, env: Environment, isRoot = process.getuid?.() === 0): Promise<OpenedPage | undefined> {
  if (!hasDisplay(env)) return undefined
  // Chromium runs as root only without its sandbox, and that we do not give up.
  if (isRoot) return undefined
  const browser = await findBrowser(env)
  const window = browser === undefined ? undefined : await openWindow(browser, link(), env)
  return window ?? (await openDefault(link(), env))
}

/** Shows an address in the person's own browser; false where there is none. Never as root. */
export async function openInBrowser(url: string, env: Environment, isRoot = process.getuid?.() === 0): Promise<boolean> {
  if (!hasDisplay(env) || isRoot) return false
  return (await openDefault(url, env)) !== undefined
}

function hasDisplay(env: Environment): boolean {
  return process.platform === 'win32' || process.platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

async function openWindow(browser: string, url: string, env: Environment): Promise<OpenedPage | undefined> {
  const profile = await mkdtemp(join(tmpdir(), 'mewcode-browser-'))
  const deleteProfile = (): Promise<void> => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  const args = [`--app=${url}`, `--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check', '--window-size=1280,860']
  const running = await start(browser, args, env)
  if (!running || (await endsWithin(running, FAILS_WITHIN_MS))) {
    await deleteProfile()
    return undefined
  }
  return {
    program: browser,
    async close() {
      await running.stop()
      await deleteProfile()
    },
  }
}

async function openDefault(url: string, env: Environment): Promise<OpenedPage | undefined> {
  const [program, ...args] = opener(url)
  const running = await start(program, args, env, { staysBehind: true })
  return running && { program, close: async () => undefined }
}

function opener(url: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url]
  // Not `start`, which is a word of the shell and reads `&` in its own way.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}

async function start(
  command: string,
  args: readonly string[],
  env: Environment,
  { staysBehind = false } = {},
): Promise<RunningProcess | undefined> {
  // A program that is not there or may not run is a reason to try the next one.
  return startProcess({
    command,
    args,
    cwd: tmpdir(),
    env: childEnvironment({ env, secretVariables: new Set() }),
    staysBehind,
    onOutput: () => undefined,
  }).catch(() => undefined)
}

async function endsWithin({ ended }: RunningProcess, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const result = await Promise.race([ended.then(() => true), waited])
  clearTimeout(timer)
  return result
}

async function findBrowser(env: Environment): Promise<string | undefined> {
  for (const path of candidates(env)) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}

function candidates(env: Environment): string[] {
  if (process.platform === 'darwin') return MAC_APPS.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  if (process.platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].flatMap((root) => root ?? [])
    return roots.flatMap((root) => WINDOWS_PLACES.map((place) => join(root, place)))
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return PATH_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

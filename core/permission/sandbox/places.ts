import { lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '../paths.ts'

export interface OwnFolders {
  /** `MEWCODE_HOME`. */
  readonly home: string
  readonly userHome: string
  readonly temp: string
}

/** A place that is there, links followed. */
export interface Place {
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** Keys of the person and of the services they use. Not `.env` files of the project: what runs there needs them. */
const SECRETS = [
  '.ssh',
  '.aws',
  '.gnupg',
  '.azure',
  '.kube',
  '.config/gcloud',
  '.config/gh',
  '.config/op',
  '.config/sops',
  '.password-store',
  '.local/share/keyrings',
  '.docker',
  '.colima',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.config/git/credentials',
  '.vault-token',
  '.terraform.d',
  '.mozilla',
  '.config/google-chrome',
  '.config/chromium',
]

/** What decides what runs later, outside the sandbox. */
const PROTECTED = [
  '.mewcode.yaml',
  '.mewcode.yml',
  '.mewcode/config.yaml',
  '.mewcode/config.yml',
  '.mewcode/hooks.yaml',
  '.mewcode/settings.yaml',
  '.mewcode/settings.local.yaml',
]
const PROTECTED_OF_GIT = ['config', 'config.worktree', 'commondir', 'hooks']
const MAX_SUBMODULES = 200

export async function secretPlaces({ home, userHome }: OwnFolders): Promise<readonly Place[]> {
  return present([home, ...SECRETS.map((one) => path.join(userHome, one))])
}

/** Inside the project only: a link that leads out of it leads to what cannot be written anyway. */
export async function protectedPlaces(projectRoot: string): Promise<readonly Place[]> {
  const gits = [path.join(projectRoot, '.git'), ...(await submodules(projectRoot))]
  await Promise.all(gits.map((git) => keepHooks(git, projectRoot)))
  const files = PROTECTED.map((one) => path.join(projectRoot, one))
  const all = await present([...files, ...gits.flatMap((git) => PROTECTED_OF_GIT.map((one) => path.join(git, one)))])
  return all.filter((place) => isInside(place.path, projectRoot) && place.path !== projectRoot)
}

/** Folders that hold protected places: held in their own place, or renaming them would take the protection along. */
export async function anchoredPlaces(projectRoot: string): Promise<readonly Place[]> {
  const all = await present(['.git', '.mewcode'].map((one) => path.join(projectRoot, one)))
  return all.filter((place) => isInside(place.path, projectRoot))
}

/** What is not there cannot be held read-only, and a folder of hooks is one of git's own. */
async function keepHooks(git: string, projectRoot: string): Promise<void> {
  const [real] = await present([git])
  if (real?.kind === 'folder' && isInside(real.path, projectRoot)) await mkdir(path.join(real.path, 'hooks'), { recursive: true })
}

async function submodules(projectRoot: string): Promise<readonly string[]> {
  const folder = path.join(projectRoot, '.git', 'modules')
  const names = await readdir(folder).catch(() => [])
  return names.slice(0, MAX_SUBMODULES).map((name) => path.join(folder, name))
}

/** What of these is there, links followed. */
export async function present(paths: readonly string[]): Promise<readonly Place[]> {
  const found = await Promise.all(paths.map(placeAt))
  return found.flatMap((place) => place ?? [])
}

async function placeAt(written: string): Promise<Place | undefined> {
  try {
    const real = await realpath(written)
    const stats = await lstat(real)
    return { path: real, kind: stats.isDirectory() ? 'folder' : 'file' }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

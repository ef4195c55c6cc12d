import { access, constants, stat, statfs } from 'node:fs/promises'
import type { HealthCheck } from '../contract/app.ts'
import { AppError, toWireError } from '../contract/errors.ts'
import { findProgram, findShell, ripgrepVersion } from '../platform/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { Services } from './services.ts'

const LOW_DISK_BYTES = 500_000_000

/** What of this machine the product leans on, each with its state. Nothing is changed; no check waits for another. */
export function checkHealth(services: Services, projectRoot: string | undefined): Promise<HealthCheck[]> {
  return Promise.all([
    keychain(services),
    shell(services),
    ...(services.platform.loginShell ? [environment(services.platform.loginShell)] : []),
    git(services),
    ripgrep(),
    home(services),
    disk(services),
    sandboxing(services),
    versions(services),
    config(services, projectRoot),
  ])
}

async function keychain({ platform }: Services): Promise<HealthCheck> {
  const detail = await platform.keychain.problem()
  if (detail === undefined) return { id: 'keychain', state: 'ok', detail: platform.keychain.backend }
  const problem = toWireError(new AppError('keychain.unavailable', { params: { backend: platform.keychain.backend, detail } }))
  return { id: 'keychain', state: 'warn', detail: platform.keychain.backend, problem }
}

async function shell({ platform }: Services): Promise<HealthCheck> {
  const found = await findShell(platform.env)
  return { id: 'shell', state: 'ok', detail: `${found.name} ${found.path}` }
}

/** What the login shell said of where programs are. */
async function environment(loginShell: NonNullable<Platform['loginShell']>): Promise<HealthCheck> {
  await loginShell.ready()
  const answer = loginShell.answer()
  const shell = answer?.shell ?? ''
  if (answer?.kind === 'found') return { id: 'environment', state: 'ok', detail: shell }
  const code = answer?.kind === 'slow' ? 'doctor.login_shell_slow' : 'doctor.login_shell_broken'
  return { id: 'environment', state: 'warn', detail: shell, problem: toWireError(new AppError(code, { params: { shell } })) }
}

/** Looked up on the path, not started: a project folder might have put one there. */
async function git({ platform }: Services): Promise<HealthCheck> {
  const full = await findProgram(process.platform === 'win32' ? 'git.exe' : 'git', platform.env)
  if (full !== undefined) return { id: 'git', state: 'ok', detail: full }
  return { id: 'git', state: 'warn', detail: '', problem: toWireError(new AppError('doctor.no_git')) }
}

async function ripgrep(): Promise<HealthCheck> {
  try {
    return { id: 'ripgrep', state: 'ok', detail: await ripgrepVersion() }
  } catch (error) {
    return { id: 'ripgrep', state: 'fail', detail: '', problem: toWireError(error) }
  }
}

async function home({ platform }: Services): Promise<HealthCheck> {
  const folder = platform.paths.home
  if (!(await isThere(folder, constants.W_OK))) {
    return {
      id: 'home',
      state: 'fail',
      detail: folder,
      problem: toWireError(new AppError('project.unwritable', { params: { path: folder } })),
    }
  }
  const isOpen = process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0
  if (!isOpen) return { id: 'home', state: 'ok', detail: folder }
  return { id: 'home', state: 'warn', detail: folder, problem: toWireError(new AppError('doctor.home_open', { params: { path: folder } })) }
}

async function disk({ platform }: Services): Promise<HealthCheck> {
  const { bavail, bsize } = await statfs(platform.paths.home)
  const free = bavail * bsize
  const detail = `${(free / 1e9).toFixed(1)} GB`
  if (free >= LOW_DISK_BYTES) return { id: 'disk', state: 'ok', detail }
  return { id: 'disk', state: 'warn', detail, problem: toWireError(new AppError('doctor.low_disk', { params: { free: detail } })) }
}

async function sandboxing({ sandbox }: Services): Promise<HealthCheck> {
  const { backend } = sandbox
  const detail = await sandbox.problem()
  if (detail === undefined) return { id: 'sandbox', state: 'ok', detail: backend }
  return { id: 'sandbox', state: 'warn', detail: backend, problem: toWireError(new AppError('doctor.no_sandbox', { params: { detail } })) }
}

async function versions({ platform }: Services): Promise<HealthCheck> {
  return {
    id: 'versions',
    state: 'ok',
    detail: `MewCode ${platform.version} · Node ${process.versions.node} · ${process.platform} ${process.arch}`,
  }
}

async function config({ config: files }: Services, projectRoot: string | undefined): Promise<HealthCheck> {
  const { problems, providers } = await files.load(projectRoot)
  const [first] = problems
  if (!first) return { id: 'config', state: 'ok', detail: String(providers.length) }
  return { id: 'config', state: 'fail', detail: String(problems.length), problem: toWireError(first) }
}

function isThere(full: string, mode: number): Promise<boolean> {
  return access(full, mode).then(
    () => true,
    () => false,
  )
}

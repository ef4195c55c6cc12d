import { lstat, mkdtemp, rename, rm } from 'node:fs/promises'
import { devNull } from 'node:os'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { CloneStep } from '../contract/clone.ts'
import { childEnvironment, contactingByGit, findProgram, QUIET_GIT, runProcess, type Environment } from '../platform/index.ts'
import { readCloneAddress, withoutUser, type CloneAddress } from './clone-address.ts'
import { openFolder } from './project.ts'

/** Large histories over slow lines; the person can stop it at any time. */
const TIMEOUT_MS = 12 * 60 * 60_000
const MAX_SAID = 64 * 1024

export interface CloneRequest {
  readonly address: string
  /** Holds the new folder. */
  readonly parent: string
  readonly env: Environment
  readonly secretVariables: ReadonlySet<string>
  /** `percent` of the step; told when one of them is another. */
  readonly onProgress: (step: CloneStep, percent: number) => void
  readonly signal: AbortSignal
}

/**
 * Clones with the person's own git and sign-in and answers the new folder's path. No hook, template, submodule or filter that
 * fetches comes to life. It grows in a hidden folder beside its place and takes its name when it is whole.
 * `AppError('project.clone_*' | 'project.exists' | 'project.unwritable' | …)`; aborted: the signal's reason.
 */
export async function cloneRepository({ address, parent, ...how }: CloneRequest): Promise<string> {
  const wanted = readCloneAddress(address)
  const folder = await openFolder(parent)
  const target = path.join(folder, wanted.name)
  await refuseTaken(target)
  const program = await findProgram(process.platform === 'win32' ? 'git.exe' : 'git', how.env)
  if (program === undefined) throw new AppError('project.clone_no_git')
  const staging = await mkdtemp(path.join(folder, '.mewcode-clone-')).catch((cause: unknown) => {
    throw new AppError('project.unwritable', { params: { path: folder }, cause })
  })
  try {
    await contactingByGit(wanted.url, 'clone', () => runClone(program, wanted, staging, how))
    await refuseTaken(target)
    await rename(path.join(staging, 'tree'), target)
    return target
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function refuseTaken(target: string): Promise<void> {
  const found = await lstat(target).catch(() => undefined)
  if (found) throw new AppError('project.exists', { params: { path: target } })
}

const GUARDS = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=',
  'protocol.ext.allow=never',
  'submodule.recurse=false',
  // A repository that moved answers so; credentials are asked for its new place.
  'http.followRedirects=initial',
].flatMap((pair) => ['-c', pair])

async function runClone(
  program: string,
  { url }: CloneAddress,
  staging: string,
  { env, secretVariables, onProgress, signal }: Pick<CloneRequest, 'env' | 'secretVariables' | 'onProgress' | 'signal'>,
): Promise<void> {
  let said = ''
  const told = followProgress(onProgress)
  const { GIT_SSH_COMMAND: ssh } = env
  const ended = await runProcess(
    {
      command: program,
      args: [...GUARDS, 'clone', '--progress', '--template=', '--no-recurse-submodules', '--', url, 'tree'],
      cwd: staging,
      env: {
        ...withoutPlaces(childEnvironment({ env, secretVariables })),
        ...QUIET_GIT,
        GIT_CEILING_DIRECTORIES: path.dirname(staging),
        ...(ssh && { GIT_SSH_COMMAND: ssh }),
      },
      onOutput(_stream, chunk) {
        const text = chunk.toString()
        told(text)
        said = (said + text).slice(-MAX_SAID)
      },
    },
    { timeoutMs: TIMEOUT_MS, signal },
  )
  signal.throwIfAborted()
  if (ended.ending === 'exited' && ended.code === 0) return
  const params = { address: withoutUser(url), detail: detailOf(said) || ended.ending }
  throw new AppError(NOT_REACHED.test(said) ? 'project.clone_not_found' : 'project.clone_failed', { params })
}

/** In git's and ssh's own English (`LC_ALL=C`): the same answer stands for "not there" and "not for you". */
const NOT_REACHED =
  /not found|does not exist|could not read (?:Username|Password|from remote)|Authentication failed|Permission denied|Host key verification failed|terminal prompts disabled|The requested URL returned error: 40[134]/i

const STEPS: readonly (readonly [RegExp, CloneStep])[] = [
  [/Receiving objects: +(\d+)%/g, 'receiving'],
  [/Resolving deltas: +(\d+)%/g, 'resolving'],
  [/Updating files: +(\d+)%/g, 'writing'],
]

/** The last figure in what git printed. */
function followProgress(tell: CloneRequest['onProgress']): (text: string) => void {
  let last = 'connecting 0'
  let rest = ''
  tell('connecting', 0)
  return (text) => {
    rest = (rest + text).slice(-200)
    const found = STEPS.flatMap(([pattern, step]) => {
      const match = [...rest.matchAll(pattern)].at(-1)
      return match ? [{ step, percent: Number(match[1]), at: match.index }] : []
    }).toSorted((a, b) => b.at - a.at)[0]
    if (!found || `${found.step} ${found.percent}` === last) return
    last = `${found.step} ${found.percent}`
    tell(found.step, found.percent)
  }
}

const PLACES: ReadonlySet<string> = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
])

/** Started from a hook of git, a program has another repository's places in its environment. */
function withoutPlaces(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !PLACES.has(name)))
}

function detailOf(said: string): string {
  const lines = said.split(/[\r\n]+/).map((line) => line.trim())
  const line =
    lines.find((one) => /^(?:fatal|error|remote: (?!Enumerating|Counting|Compressing|Total)|ssh:)/.test(one)) ??
    lines.findLast((one) => one !== '')
  return withoutUser(line ?? '').slice(0, 300)
}

import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { SandboxBackend } from '../../contract/permissions.ts'
import { AppError } from '../../contract/errors.ts'
import { findProgram, runProcess, type Environment } from '../../platform/index.ts'
import { isInside } from '../paths.ts'
import { inBubblewrap, PROBE_ARGS, type Room } from './bubblewrap.ts'
import { anchoredPlaces, present, protectedPlaces, secretPlaces, type OwnFolders } from './places.ts'
import { inSeatbelt } from './seatbelt.ts'
import type { Program, Sandbox, SandboxPlaces } from './types.ts'

export interface SandboxDeps {
  readonly env: Environment
  /** Real paths. */
  readonly folders: OwnFolders
}

const PROBE_MS = 5_000
const SEATBELT = '/usr/bin/sandbox-exec'

interface Found {
  /** Absolute. */
  readonly program: string
  readonly problem: string | undefined
}

/** Nothing is looked for before the first question. */
export function createSandbox({ env, folders }: SandboxDeps): Sandbox {
  const backend = backendOf(process.platform)
  let probed: Promise<Found> | undefined
  const find = (): Promise<Found> => (probed ??= probe(backend, env))

  async function enter(program: Program, places: SandboxPlaces, tool: string): Promise<Program> {
    const room = await furnish(places, folders)
    return backend === 'bubblewrap' ? inBubblewrap(tool, program, room) : inSeatbelt(tool, program, room)
  }

  return {
    backend,
    problem: async () => (await find()).problem,
    async hold(program, places, { level, source }) {
      if (level === 'off') return program
      const found = await find()
      // A project must not bring the program that is to hold it.
      const problem = [places.projectRoot, ...places.extraFolders].some((folder) => isInside(found.program, folder))
        ? `${found.program} lies in the project`
        : found.problem
      if (problem === undefined) return enter(program, places, found.program)
      if (level === 'required') throw new AppError('permission.sandbox_required', { params: { file: source?.file ?? '', detail: problem } })
      return program
    },
  }
}

function backendOf(platform: NodeJS.Platform): SandboxBackend {
  if (platform === 'linux') return 'bubblewrap'
  return platform === 'darwin' ? 'sandbox-exec' : 'none'
}

/** A kernel or a container may forbid what the program needs, so it is tried and not only looked for. */
async function probe(backend: SandboxBackend, env: Environment): Promise<Found> {
  if (backend === 'none') return { program: '', problem: `no sandbox on ${process.platform}` }
  const program = backend === 'bubblewrap' ? await findProgram('bwrap', env) : SEATBELT
  if (program === undefined) return { program: '', problem: 'bwrap was not found on the path' }
  const args = backend === 'bubblewrap' ? PROBE_ARGS : ['-p', '(version 1)(allow default)(deny network*)', '--', '/usr/bin/true']
  let said = ''
  const onOutput = (_: 'stdout' | 'stderr', chunk: Buffer): void => void (said += chunk.toString('utf8').slice(0, 500))
  try {
    const { code, ending } = await runProcess(
      { command: program, args, cwd: '/', env: {}, onOutput },
      { timeoutMs: PROBE_MS, signal: new AbortController().signal },
    )
    return { program, problem: code === 0 && ending === 'exited' ? undefined : said.trim() || `${program} ended with ${code ?? ending}` }
  } catch (error) {
    return { program, problem: error instanceof Error ? error.message : String(error) }
  }
}

async function furnish({ projectRoot, sessionDir, extraFolders }: SandboxPlaces, folders: OwnFolders): Promise<Room> {
  const privateTemp = path.join(sessionDir, 'tmp')
  await mkdir(privateTemp, { recursive: true, mode: 0o700 })
  // One that a link has taken the place of since is not what the person gave.
  const added = (await present(extraFolders)).flatMap(({ path: real, kind }) =>
    kind === 'folder' && extraFolders.includes(real) ? real : [],
  )
  const writable = [projectRoot, ...added]
  const [hidden, readOnly, anchored] = await Promise.all([
    secretPlaces(folders),
    Promise.all(writable.map(protectedPlaces)).then((each) => each.flat()),
    Promise.all(writable.map(anchoredPlaces)).then((each) => each.flat()),
  ])
  const [real, temps] = await Promise.all([realpath(sessionDir), present(['/tmp', '/var/tmp', folders.temp])])
  return {
    writable,
    sessionDir: real,
    privateTemp: path.join(real, 'tmp'),
    tempFolders: [...new Set(temps.map((temp) => temp.path))],
    anchored,
    readOnly,
    hidden,
  }
}

import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { SandboxBackend } from '../../contract/permissions.ts'
import { AppError } from '../../contract/errors.ts'
import { behindRelay, findProgram, scriptNode, type Environment } from '../../platform/index.ts'
import { isInside } from '../paths.ts'
import { GATE, inBubblewrap, type Room } from './bubblewrap.ts'
import { createGates } from './gates.ts'
import type { OwnFolders } from './places.ts'
import { packageCaches, plugInChoice } from './plug-in.ts'
import { probe, type Found } from './probe.ts'
import { furnish, type Furniture } from './room.ts'
import { inSeatbelt } from './seatbelt.ts'
import type { PlugInPlaces, Program, Sandbox, SandboxChoice } from './types.ts'

export interface SandboxDeps {
  readonly env: Environment
  /** Real paths. */
  readonly folders: OwnFolders
}

/** Nothing is looked for before the first question. */
export function createSandbox({ env, folders }: SandboxDeps): Sandbox {
  const backend = backendOf(process.platform)
  const gates = createGates(folders.temp)
  let probed: Promise<Found> | undefined
  const find = (): Promise<Found> => (probed ??= probe(backend, env))

  /** The program that holds; undefined: nothing is to be held, or cannot and need not. */
  async function holder({ level, source }: SandboxChoice, writable: readonly string[]): Promise<string | undefined> {
    if (level === 'off') return undefined
    const found = await find()
    // A project must not bring the program that is to hold it.
    const problem = writable.some((folder) => isInside(found.program, folder)) ? `${found.program} lies in the project` : found.problem
    if (problem === undefined) return found.program
    if (level === 'required') throw new AppError('permission.sandbox_required', { params: { file: source?.file ?? '', detail: problem } })
    return undefined
  }

  async function enter(tool: string, program: Program, furniture: Furniture): Promise<Program> {
    const room: Room = await furnish(furniture, folders)
    return backend === 'bubblewrap' ? inBubblewrap(tool, program, room) : inSeatbelt(tool, program, room)
  }

  async function furnitureOf(program: Program, places: PlugInPlaces): Promise<Furniture> {
    const { projectRoot, extraFolders, own } = places
    const entry = typeof own === 'object' ? own : { network: 'all' as const, write: [] }
    const named = entry.write.map((folder) => (folder.startsWith('~/') ? path.join(folders.userHome, folder.slice(2)) : folder))
    const caches = await packageCaches(program.command, folders, env)
    const writable = await Promise.all([...named, ...caches].map((folder) => realpath(folder).catch(() => folder)))
    return {
      projectRoot,
      writable: [...extraFolders, ...writable],
      readable: [path.join(folders.home, 'hooks'), ...bundlesOf(program, folders)],
      tempParent: await gates.scratchFor(projectRoot),
      network: entry.network === 'all' ? 'all' : { gate: await gates.gateFor(entry.network) },
    }
  }

  return {
    backend,
    problem: async () => (await find()).problem,
    async hold(program, { projectRoot, sessionDir, extraFolders }, choice) {
      const tool = await holder(choice, [projectRoot, ...extraFolders])
      if (tool === undefined) return program
      const readable = [sessionDir]
      return enter(tool, program, { projectRoot, writable: extraFolders, readable, tempParent: sessionDir, network: 'none' })
    },
    async holdPlugIn(program, places, rules) {
      const choice = plugInChoice(places, rules)
      const tool = await holder(choice, [places.projectRoot, ...places.extraFolders])
      if (tool === undefined) return program
      const isByHost = typeof places.own === 'object' && places.own.network !== 'all'
      const node = isByHost ? await relayNode(backend, env) : undefined
      const held = node === undefined ? program : behindRelay(node, path.join(GATE, gates.socket), program)
      return enter(tool, held, await furnitureOf(program, places))
    },
    close: () => gates.close(),
  }
}

/** Servers that were unpacked lie in a hidden folder: the one that is started may read its own. */
function bundlesOf({ command, args }: Program, { home }: OwnFolders): readonly string[] {
  const all = path.join(home, 'mcp')
  const own = [command, ...args].filter((word) => path.isAbsolute(word) && isInside(word, all)).map((word) => path.relative(all, word))
  return own.flatMap((inside) => (inside === '' ? [] : path.join(all, ...inside.split(path.sep).slice(0, 2))))
}

/** What passes on inside. `AppError('permission.sandbox_hosts')` where only all of the network or none can be had. */
async function relayNode(backend: SandboxBackend, env: Environment): Promise<string> {
  const node = backend === 'bubblewrap' ? (scriptNode() ?? (await findProgram('node', env))) : undefined
  if (node !== undefined) return node
  const detail = backend === 'bubblewrap' ? 'node was not found on the path' : backend
  throw new AppError('permission.sandbox_hosts', { params: { detail } })
}

function backendOf(platform: NodeJS.Platform): SandboxBackend {
  if (platform === 'linux') return 'bubblewrap'
  return platform === 'darwin' ? 'sandbox-exec' : 'none'
}

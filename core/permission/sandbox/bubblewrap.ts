import path from 'node:path'
import type { Place } from './places.ts'
import type { Program } from './types.ts'

/** What is to be seen and written in the sandbox; real paths of what is there. */
export interface Room {
  /** Written freely. */
  readonly writable: readonly string[]
  /** Readable all the same, though they lie in a hidden folder. */
  readonly readable: readonly string[]
  /** Stands in the place of every temp folder. */
  readonly privateTemp: string
  /** The machine's temp folders. */
  readonly tempFolders: readonly string[]
  /** Keep their name, whatever is done to them. */
  readonly anchored: readonly Place[]
  readonly readOnly: readonly Place[]
  readonly hidden: readonly Place[]
  /** A folder of the host's with a socket in it: the only way out. `all`: the machine's own network. */
  readonly network: 'none' | 'all' | { readonly gate: string }
}

/** Where the gate's folder is inside. */
export const GATE = '/run/mewcode'

/** Kept of `/run`, whose sockets lead to services that would act for a program in the sandbox: there programs lie on some systems. */
const KEPT_OF_RUN = ['/run/current-system', '/run/wrappers', '/run/opengl-driver', '/run/systemd/resolve']

/** Root keeps its powers in bubblewrap unless they are dropped, and with them it would take the mounts apart. */
const ALWAYS = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL']
const NO_NETWORK = '--unshare-net'
const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc']

/** As small as it can be, with everything that a machine may refuse. */
export const PROBE_ARGS = [...ALWAYS, NO_NETWORK, ...SYSTEM, '--tmpfs', '/tmp', '--', '/bin/sh', '-c', ':']

/** The program inside bubblewrap. A process group of its own is still its own: no new session is begun. */
export function inBubblewrap(bwrap: string, program: Program, room: Room): Program {
  const { network } = room
  const gate = typeof network === 'object' ? ['--ro-bind', network.gate, GATE] : []
  const run = ['--tmpfs', '/run', ...KEPT_OF_RUN.flatMap((kept) => ['--ro-bind-try', kept, kept]), ...gate]
  const always = network === 'all' ? ALWAYS : [...ALWAYS, NO_NETWORK]
  const mounts = [
    ...room.tempFolders.map((temp) => mount(temp, ['--bind', room.privateTemp, temp])),
    ...room.hidden.map((place) => mount(place.path, hide(place))),
    ...room.readable.map((folder) => mount(folder, ['--ro-bind', folder, folder])),
    ...room.writable.map((folder) => mount(folder, ['--bind', folder, folder])),
    ...room.anchored.map(({ path: place }) => mount(place, ['--bind', place, place])),
    ...room.readOnly.map(({ path: place }) => mount(place, ['--ro-bind', place, place])),
  ]
  // An outer mount laid later would cover the inner ones.
  const inOrder = mounts.toSorted((a, b) => a.depth - b.depth).flatMap(({ args }) => args)
  const args = [...always, ...SYSTEM, ...run, ...inOrder, '--chdir', program.cwd, '--', program.command, ...program.args]
  return { ...program, command: bwrap, args }
}

function mount(place: string, args: readonly string[]): { depth: number; args: readonly string[] } {
  return { depth: place.split(path.sep).filter((part) => part !== '').length, args }
}

/** A file reads as empty: some programs stop at one they may not open. */
function hide({ path: place, kind }: Place): readonly string[] {
  return kind === 'folder' ? ['--tmpfs', place] : ['--dev-bind', '/dev/null', place]
}

import { mkdtemp, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { openHostGate, type HostGate } from './host-gate.ts'

const SOCKET = 'gate'

interface Gates {
  /** The name of the socket in a gate's folder. */
  readonly socket: string
  /** A folder of the project's plug-ins for what they put into the temp folder. */
  scratchFor(projectRoot: string): Promise<string>
  /** The folder with the socket that leads to these hosts only. */
  gateFor(hosts: readonly string[]): Promise<string>
  close(): Promise<void>
}

/** What plug-ins share while the program runs: a folder a project, a gate a list of hosts. */
export function createGates(temp: string): Gates {
  const folders = new Map<string, Promise<string>>()
  const open: HostGate[] = []

  function once(key: string, make: () => Promise<string>): Promise<string> {
    const known = folders.get(key) ?? make()
    folders.set(key, known)
    return known
  }
  const folder = async (): Promise<string> => realpath(await mkdtemp(path.join(temp, 'mewcode-held-')))

  return {
    socket: SOCKET,
    scratchFor: (projectRoot) => once(`project ${projectRoot}`, folder),
    gateFor: (hosts) =>
      once(`hosts ${JSON.stringify([...hosts].toSorted())}`, async () => {
        const place = await folder()
        open.push(await openHostGate(path.join(place, SOCKET), hosts))
        return place
      }),
    async close() {
      await Promise.all(open.map((gate) => gate.close()))
      const made = await Promise.allSettled(folders.values())
      const places = made.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      await Promise.all(places.map((place) => rm(place, { recursive: true, force: true })))
    },
  }
}

import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '../paths.ts'
import type { Room } from './bubblewrap.ts'
import { anchoredPlaces, present, protectedPlaces, secretPlaces, type OwnFolders } from './places.ts'

/** What a room is made of, before it was looked at what is there. */
export interface Furniture {
  /** Real path. */
  readonly projectRoot: string
  /** Written as well; left out where a link has come in the place of one since, and where keys lie. */
  readonly writable: readonly string[]
  readonly readable: readonly string[]
  /** Its `tmp` stands for the temp folder. */
  readonly tempParent: string
  readonly network: Room['network']
}

export async function furnish({ projectRoot, writable, readable, tempParent, network }: Furniture, folders: OwnFolders): Promise<Room> {
  await mkdir(path.join(tempParent, 'tmp'), { recursive: true, mode: 0o700 })
  const [hidden, there] = await Promise.all([secretPlaces(folders), present(writable)])
  const isSecret = (place: string): boolean => hidden.some((secret) => isInside(place, secret.path))
  const added = there.flatMap(({ path: real, kind }) => (kind === 'folder' && writable.includes(real) && !isSecret(real) ? real : []))
  const roots = [projectRoot, ...added]
  const [readOnly, anchored, shown, temps, parent] = await Promise.all([
    Promise.all(roots.map(protectedPlaces)).then((each) => each.flat()),
    Promise.all(roots.map(anchoredPlaces)).then((each) => each.flat()),
    present(readable),
    present(['/tmp', '/var/tmp', folders.temp]),
    realpath(tempParent),
  ])
  return {
    writable: roots,
    readable: shown.map((place) => place.path),
    privateTemp: path.join(parent, 'tmp'),
    tempFolders: [...new Set(temps.map((temp) => temp.path))],
    anchored,
    readOnly,
    hidden,
    network,
  }
}

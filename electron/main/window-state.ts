import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomic } from '../../core/platform/index.ts'

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const Place = z.object({
  /** Absent: Home. */
  folder: z.string().optional(),
  bounds: z.object({ x: z.number().int(), y: z.number().int(), width: z.number().int(), height: z.number().int() }),
  maximized: z.boolean(),
})
export type Place = z.infer<typeof Place>
const Kept = z.object({ open: z.array(Place).max(50), closed: z.array(Place).max(200) })
export type Kept = z.infer<typeof Kept>

/** Where windows were, and which stay open over a quit. */
export interface WindowState {
  /** Windows that were open when the app went, in order. */
  readonly restore: readonly Place[]
  placeOf(folder: string | undefined): Place | undefined
  keep(place: Place): void
  /** Closed by hand: it does not come back by itself, its place is remembered. */
  closed(folder: string | undefined): void
  /** Resolves when all is on disk. */
  flush(): Promise<void>
}

/** Reads the file; one that is broken or missing counts as empty. */
export async function openWindowState(file: string, onFailure: (error: unknown) => void): Promise<WindowState> {
  const { open, closed } = await readKept(file)
  const shown = new Map<string | undefined, Place>()
  const known = new Map([...closed, ...open].map((place) => [place.folder, place]))
  let writing = Promise.resolve()
  let isWaiting = false

  const write = (): void => {
    if (isWaiting) return
    isWaiting = true
    writing = writing.then(async () => {
      isWaiting = false
      const kept: Kept = { open: [...shown.values()], closed: [...known.values()].filter(({ folder }) => !shown.has(folder)).slice(-200) }
      await writeFileAtomic(file, Buffer.from(JSON.stringify(kept)), { mode: 0o600 }).catch(onFailure)
    })
  }
  return {
    restore: open,
    placeOf: (folder) => known.get(folder),
    keep(place) {
      shown.set(place.folder, place)
      known.set(place.folder, place)
      write()
    },
    closed(folder) {
      shown.delete(folder)
      write()
    },
    flush: () => writing,
  }
}

async function readKept(file: string): Promise<Kept> {
  const nothing: Kept = { open: [], closed: [] }
  try {
    return Kept.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? nothing
  } catch {
    // Never written, or torn: windows then come up where a new one would.
    return nothing
  }
}

/** The bounds on one of these displays: a monitor that was unplugged must not keep its windows. */
export function clampTo(bounds: Bounds, areas: readonly Bounds[]): Bounds {
  const area = areas.toSorted((a, b) => overlap(bounds, b) - overlap(bounds, a))[0]
  if (!area) return bounds
  const width = Math.min(Math.max(bounds.width, 640), area.width)
  const height = Math.min(Math.max(bounds.height, 480), area.height)
  return {
    x: Math.min(Math.max(bounds.x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(bounds.y, area.y), area.y + area.height - height),
    width,
    height,
  }
}

function overlap(a: Bounds, b: Bounds): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return wide > 0 && high > 0 ? wide * high : 0
}

import type { BrowserWindow, Screen } from 'electron'
import { clampTo, type WindowState } from './window-state.ts'

const WIDTH = 1280
const HEIGHT = 860

export interface RestoredDeps {
  readonly state: WindowState
  readonly screen: Pick<Screen, 'getAllDisplays'>
}

/** Where a window for this folder comes up: where it was, on a display that is there. */
export function startPlace(folder: string | undefined, { state, screen }: RestoredDeps) {
  const place = state.placeOf(folder)
  if (!place) return { width: WIDTH, height: HEIGHT }
  return clampTo(
    place.bounds,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
}

type Kept = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized' | 'maximize'> & {
  on(event: 'move' | 'resize', listener: () => void): unknown
  once(event: 'closed', listener: () => void): unknown
}

/** Remembers where this window is for as long as it lives; one that a quit closes comes back. */
export function keepPlace(
  window: Kept,
  folder: string | undefined,
  { state, isQuitting }: { state: WindowState; isQuitting(): boolean },
): void {
  if (state.placeOf(folder)?.maximized) window.maximize()
  const keep = (): void =>
    state.keep({ bounds: window.getNormalBounds(), maximized: window.isMaximized(), ...(folder !== undefined && { folder }) })
  keep()
  window.on('move', keep)
  window.on('resize', keep)
  window.once('closed', () => isQuitting() || state.closed(folder))
}

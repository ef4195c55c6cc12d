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
  on(event: 'move' | 'resize' | 'session-end', listener: () => void): unknown
  prependOnceListener(event: 'ready-to-show', listener: () => void): unknown
  once(event: 'closed', listener: () => void): unknown
}

/** Remembers where this window is for as long as it lives; one that a quit closes comes back. */
export function keepPlace(
  window: Kept,
  folder: string | undefined,
  { state, isQuitting }: { state: WindowState; isQuitting(): boolean },
): void {
  let isToBeMaximized = state.placeOf(folder)?.maximized === true
  const keep = (): void => {
    const maximized = isToBeMaximized || window.isMaximized()
    state.keep({ bounds: window.getNormalBounds(), maximized, ...(folder !== undefined && { folder }) })
  }
  keep()
  // It shows the window, too: before the first picture that would be an empty frame.
  window.prependOnceListener('ready-to-show', () => {
    if (isToBeMaximized) window.maximize()
    isToBeMaximized = false
  })
  window.on('move', keep)
  window.on('resize', keep)
  // Windows closes the windows of somebody who logs off without a quit before it.
  let isSessionOver = false
  window.on('session-end', () => (isSessionOver = true))
  window.once('closed', () => isSessionOver || isQuitting() || state.closed(folder))
}

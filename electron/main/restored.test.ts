import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { keepPlace, startPlace } from './restored.ts'
import type { Place, WindowState } from './window-state.ts'

function kept({ isQuitting = false, before }: { isQuitting?: boolean; before?: Place } = {}) {
  const log: unknown[] = []
  const state: WindowState = {
    restore: [],
    placeOf: () => before,
    keep: ({ bounds, maximized }) => void log.push([bounds.x, maximized]),
    closed: () => void log.push('closed by hand'),
    flush: async () => undefined,
  }
  let x = 0
  let isMaximized = false
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => ({ x, y: 0, width: 800, height: 600 }),
    isMaximized: () => isMaximized,
    maximize: () => {
      isMaximized = true
      log.push('maximized')
    },
  })
  window.once('ready-to-show', () => log.push('shown'))
  keepPlace(window as unknown as Parameters<typeof keepPlace>[0], '/a', { state, isQuitting: () => isQuitting })
  const move = (to: number): void => {
    x = to
    window.emit('move')
  }
  return { log, state, move, tell: (event: string) => void window.emit(event) }
}
const place: Place = { folder: '/a', bounds: { x: 5_000, y: 0, width: 900, height: 700 }, maximized: true }
const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }] } as unknown as Parameters<
  typeof startPlace
>[1]['screen']

it('a window is remembered where it is moved to, and one closed by hand does not come back', () => {
  const { log, move, tell } = kept()
  move(7)
  tell('resize')
  tell('closed')
  expect(log).toEqual([[0, false], [7, false], [7, false], 'closed by hand'])
})

it.each([
  ['a quit', { isQuitting: true }, []],
  ['the end of the session', {}, ['session-end']],
])('one that %s closes comes back', (_what, how, events) => {
  const { log, tell } = kept(how)
  for (const event of events) tell(event)
  tell('closed')
  expect(log).toEqual([[0, false]])
})

it('a window comes up as large as it was, on a display that is there', () => {
  expect(startPlace('/a', { state: kept({ before: place }).state, screen })).toEqual({ x: 1_020, y: 0, width: 900, height: 700 })
  const { log, move, tell } = kept({ before: place })
  move(3)
  tell('ready-to-show')
  expect(log).toEqual([[0, true], [3, true], 'maximized', 'shown'])
  expect(startPlace('/a', { state: kept().state, screen })).toEqual({ width: 1_280, height: 860 })
})

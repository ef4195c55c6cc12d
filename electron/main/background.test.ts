import type { MenuItemConstructorOptions } from 'electron'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBackground, type BackgroundDeps } from './background.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function background(deps: Partial<BackgroundDeps> = {}) {
  const log: string[] = []
  const counts = { running: 1, waiting: 0 }
  let menu: MenuItemConstructorOptions[] = []
  let changed = (): void => undefined
  const made = createBackground({
    makeTray: () => {
      log.push('icon')
      const tray = {
        setToolTip: () => undefined,
        setContextMenu: () => undefined,
        on: (event: string, listener: () => void) => (log.push(`hears ${event}`), listener(), tray),
        destroy: () => log.push('icon gone'),
      }
      return tray as never
    },
    buildMenu: (template) => ((menu = template), template as never),
    platform: 'darwin',
    work: { running: () => counts.running, waiting: () => counts.waiting, onChange: (listener) => void (changed = listener) },
    closeWindows: () => log.push('windows close'),
    openFolder: (folder) => log.push(`open ${folder}`),
    openHome: () => log.push('home'),
    front: () => log.push('front'),
    quit: () => log.push('quit'),
    ...deps,
  })
  return {
    log,
    made,
    menu: () => menu,
    count(running: number, waiting = 0) {
      Object.assign(counts, { running, waiting })
      changed()
    },
  }
}
const labels = (menu: MenuItemConstructorOptions[]) => menu.flatMap(({ label }) => label ?? [])

it('the icon is there before the windows close, and where it cannot be no window closes', () => {
  const { log, made } = background()
  made.begin({ language: 'en', folders: [] })
  expect(log).toEqual(['icon', 'windows close'])
  const without = background({
    makeTray: () => {
      throw new Error('no tray')
    },
  })
  expect(() => without.made.begin({ language: 'en', folders: [] })).toThrow('no tray')
  expect(without.log).toEqual([])
})

it('its menu says what is at work and waits, brings each project back, and quits', () => {
  const { made, menu, count, log } = background()
  made.begin({ language: 'en', folders: ['/home/kim/a&b', 'C:\\work\\shop'] })
  expect(labels(menu())).toEqual(['At work: 1', 'a&&b', 'shop', 'Home', 'Quit MewCode'])
  count(2, 1)
  expect(labels(menu())[0]).toBe('At work: 2, waiting for you: 1')
  for (const { click } of menu()) click?.({} as never, undefined, {} as never)
  expect(log.slice(-4)).toEqual(['open /home/kim/a&b', 'open C:\\work\\shop', 'home', 'quit'])
  made.begin({ language: 'zh-CN', folders: [] })
  expect(labels(menu()).filter((label) => !/[\u4e00-\u9fff]/.test(label))).toEqual([])
})

it('a press on the icon brings a window up, but on a Mac, where it opens the menu', () => {
  for (const [platform, heard] of [
    ['linux', ['icon', 'hears click', 'front', 'windows close']],
    ['win32', ['icon', 'hears click', 'front', 'windows close']],
    ['darwin', ['icon', 'windows close']],
  ] as const) {
    const { made, log } = background({ platform })
    made.begin({ language: 'en', folders: [] })
    expect(log).toEqual(heard)
  }
})

it('the app goes when the work is done, not between a turn and what it sets off', () => {
  const { made, count, log } = background()
  made.begin({ language: 'en', folders: [] })
  count(0)
  vi.advanceTimersByTime(4_999)
  count(1)
  vi.advanceTimersByTime(60_000)
  expect(log).not.toContain('quit')
  count(0)
  vi.advanceTimersByTime(5_000)
  expect(log.at(-1)).toBe('quit')
})

it('work that ended while the question was open is not waited for', () => {
  const { made, log } = background({ work: { running: () => 0, waiting: () => 0, onChange: () => undefined } })
  made.begin({ language: 'en', folders: [] })
  vi.advanceTimersByTime(5_000)
  expect(log.at(-1)).toBe('quit')
})

it('with a window the icon is gone, and the end of the work ends nothing', () => {
  const { made, count, log } = background()
  made.begin({ language: 'en', folders: [] })
  count(0)
  made.end()
  count(0)
  vi.advanceTimersByTime(60_000)
  expect(log).toEqual(['icon', 'windows close', 'icon gone'])
})

import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { quitWith, type QuitAnswer, type QuitDeps } from './quit.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let before: NodeJS.SignalsListener[][] = []
beforeEach(() => {
  vi.useFakeTimers()
  before = SIGNALS.map((signal) => process.listeners(signal))
})
afterEach(() => {
  vi.useRealTimers()
  SIGNALS.forEach((signal, at) => {
    for (const listener of process.listeners(signal)) if (!before[at]?.includes(listener)) process.off(signal, listener)
  })
})

/** Electron's order: `before-quit`, the windows close, `will-quit`. */
class FakeApp extends EventEmitter {
  readonly log: string[] = []
  #allows(event: string): boolean {
    let prevented = false
    this.emit(event, { preventDefault: () => (prevented = true) })
    return !prevented
  }
  quit(): void {
    if (this.#allows('before-quit') && this.#allows('will-quit')) this.exit(0)
  }
  exit(code: number): void {
    this.log.push(`gone with ${code} after ${Date.now() - started} ms`)
  }
}
let started = 0

function quitting(deps: Partial<QuitDeps> = {}) {
  const app = new FakeApp()
  started = Date.now()
  const quit = quitWith({
    app: app as unknown as QuitDeps['app'],
    running: () => 0,
    ask: async () => 'quit',
    goBackground: async () => void app.log.push('in the background'),
    stay: () => app.log.push('stays'),
    close: async () => void app.log.push('closed'),
    endChildren: async (graceMs) => void app.log.push(`children end within ${graceMs} ms`),
    killChildren: () => undefined,
    onBug: (error) => app.log.push(String(error)),
    ...deps,
  })
  return { app, quit }
}

it('asks first while work runs, once, and goes on where the person stays', async () => {
  const answers: QuitAnswer[] = ['stay', 'quit']
  const asked: number[] = []
  const { app, quit } = quitting({
    running: () => 1,
    ask: async () => (asked.push(1), answers.shift() ?? 'quit'),
  })
  app.quit()
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.length, quit.isQuitting(), app.log]).toEqual([1, false, ['stays']])
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.length, quit.isQuitting(), app.log.at(-1)]).toEqual([2, true, 'gone with 0 after 0 ms'])
})

it('closes and tells every child at once, then once more those born meanwhile, and is gone', async () => {
  const { app } = quitting()
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect(app.log).toEqual(['closed', 'children end within 1500 ms', 'children end within 0 ms', 'gone with 0 after 0 ms'])
})

it('is gone within two seconds, whatever hangs', async () => {
  const never = new Promise<void>(() => undefined)
  const asked: string[] = []
  const { app } = quitting({
    close: () => never,
    endChildren: (graceMs) => (asked.push(`${graceMs} at ${Date.now() - started}`), never),
    killChildren: () => void app.log.push('children are killed'),
  })
  app.quit()
  await vi.advanceTimersByTimeAsync(1_949)
  expect([app.log, asked]).toEqual([[], ['1500 at 0', '0 at 1700']])
  await vi.advanceTimersByTimeAsync(1)
  expect(app.log).toEqual(['children are killed', 'gone with 0 after 1950 ms'])
})

it('the last window takes the app with it, but on a Mac', async () => {
  const platform = vi.spyOn(process, 'platform', 'get')
  for (const [name, goes] of [
    ['darwin', false],
    ['linux', true],
    ['win32', true],
  ] as const) {
    platform.mockReturnValue(name)
    const { app } = quitting()
    app.emit('window-all-closed')
    await vi.advanceTimersByTimeAsync(0)
    expect([name, app.log.length > 0]).toEqual([name, goes])
  }
  platform.mockRestore()
})

it('work goes on without a window until a quit, which does not ask again', async () => {
  let asked = 0
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
  const { app, quit } = quitting({ running: () => 1, ask: async () => ((asked += 1), 'background') })
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  app.emit('window-all-closed')
  await vi.advanceTimersByTimeAsync(5_000)
  expect([app.log, quit.isQuitting()]).toEqual([['in the background'], true])
  quit.cameBack()
  expect(quit.isQuitting()).toBe(false)
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect([asked, app.log.at(-1)]).toEqual([2, 'gone with 0 after 5000 ms'])
  platform.mockRestore()
})

it('where there can be no background, or the question fails, the person has a window and can quit again', async () => {
  const answers = ['background', 'fails', 'quit'] as const
  let at = 0
  const { app, quit } = quitting({
    running: () => 1,
    ask: async () => {
      const answer = answers[(at += 1) - 1] ?? 'quit'
      if (answer === 'fails') throw new Error('no box')
      return answer
    },
    goBackground: () => Promise.reject(new Error('no tray')),
  })
  for (const said of ['no tray', 'no box']) {
    app.quit()
    await vi.advanceTimersByTimeAsync(0)
    expect([app.log.splice(0), quit.isQuitting()]).toEqual([[`Error: ${said}`, 'stays'], false])
  }
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect(app.log.at(-1)).toBe('gone with 0 after 0 ms')
})

it('a quit that something else begins asks before it, and not again', async () => {
  const answers: QuitAnswer[] = ['stay', 'quit']
  const { app, quit } = quitting({ running: () => 1, ask: async () => answers.shift() ?? 'stay' })
  expect([await quit.prepare(), quit.isQuitting()]).toEqual([false, false])
  expect([await quit.prepare(), quit.isQuitting(), app.log]).toEqual([true, true, ['stays']])
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect(app.log.at(-1)).toBe('gone with 0 after 0 ms')
})

it('a quit that something else begins while the person is asked does not come, and asks nothing more', async () => {
  const answers: ((answer: QuitAnswer) => void)[] = []
  const { app, quit } = quitting({ running: () => 1, ask: () => new Promise((resolve) => answers.push(resolve)) })
  app.quit()
  expect([await quit.prepare(), quit.isQuitting(), answers.length]).toEqual([false, false, 1])
  answers[0]?.('stay')
  await vi.advanceTimersByTimeAsync(0)
  expect([app.log, quit.isQuitting()]).toEqual([['stays'], false])
})

it('a quit that was prepared and does not come leaves everything as it was', async () => {
  let running = 0
  const asked: number[] = []
  const { quit, app } = quitting({ running: () => running, ask: async () => (asked.push(1), 'stay') })
  expect([await quit.prepare(), quit.isQuitting()]).toEqual([true, true])
  quit.giveUp()
  running = 1
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.length, quit.isQuitting(), app.log]).toEqual([1, false, ['stays']])
})

it.each(SIGNALS)('%s is obeyed without a question', async (signal) => {
  const { app } = quitting({ running: () => 1, ask: () => Promise.reject(new Error('asked')) })
  process.emit(signal)
  await vi.advanceTimersByTimeAsync(0)
  expect(app.log.at(-1)).toBe('gone with 0 after 0 ms')
})

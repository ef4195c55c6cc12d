import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { recover } from './recovery.ts'

/** A window, and a person who answers when the test says so. */
function recovered() {
  const log: string[] = []
  const answers: ((wantsReload: boolean) => void)[] = []
  let isGone = false
  const webContents = Object.assign(new EventEmitter(), {
    reload: () => void log.push('reload'),
    // As Electron's own: it is told like any other end.
    forcefullyCrashRenderer() {
      log.push('end')
      crash('killed')
    },
  })
  const window = Object.assign(new EventEmitter(), { webContents, close: () => void log.push('close'), isDestroyed: () => isGone })
  function crash(reason = 'crashed'): void {
    webContents.emit('render-process-gone', {}, { reason, exitCode: 1 })
  }
  recover(window as unknown as Parameters<typeof recover>[0], {
    log: { log: (level, _room, message) => void log.push(`${level}: ${message}`) },
    ask: (what) => {
      log.push(`ask ${what}`)
      return new Promise((resolve) => answers.push(resolve))
    },
  })
  return {
    log,
    crash,
    hang: () => void window.emit('unresponsive'),
    loaded: () => void webContents.emit('did-finish-load'),
    goAway: () => (isGone = true),
    async answer(wantsReload: boolean) {
      answers.shift()?.(wantsReload)
      await Promise.resolve()
    },
  }
}

it.each([
  ['crash', true, ['error: the page is gone', 'ask crashed', 'reload']],
  ['crash', false, ['error: the page is gone', 'ask crashed', 'close']],
  ['hang', true, ['warn: the page does not answer', 'ask hangs', 'end', 'reload']],
  ['hang', false, ['warn: the page does not answer', 'ask hangs']],
] as const)('after a %s the person chooses; reload: %s', async (trouble, wantsReload, expected) => {
  const { log, answer, ...page } = recovered()
  page[trouble]()
  await answer(wantsReload)
  expect(log).toEqual(expected)
})

it('asks once at a time, and again for the next trouble', async () => {
  const { log, crash, hang, answer } = recovered()
  const asked = (): string[] => log.filter((line) => line.startsWith('ask'))
  hang()
  hang()
  await answer(false)
  hang()
  expect(asked()).toEqual(['ask hangs', 'ask hangs'])
  crash('oom')
  expect(asked()).toHaveLength(2)
  // Nothing is left to wait for.
  await answer(false)
  expect(asked().slice(2)).toEqual(['ask crashed'])
  await answer(true)
  expect(log.at(-1)).toBe('reload')
  hang()
  await answer(false)
  expect(asked().slice(3)).toEqual(['ask hangs'])
})

it('a page that hung is given another process, whose own crash is told again', async () => {
  const { log, crash, hang, loaded, answer } = recovered()
  hang()
  await answer(true)
  loaded()
  crash()
  expect(log.slice(2)).toEqual(['end', 'reload', 'error: the page is gone', 'ask crashed'])
})

it('a page that crashed while the person was asked about its hanging is only loaded again', async () => {
  const { log, crash, hang, answer } = recovered()
  hang()
  crash()
  await answer(true)
  expect(log.slice(2)).toEqual(['error: the page is gone', 'reload'])
})

it('a page that ended by itself is no trouble, and a window that is gone is left alone', async () => {
  const { log, crash, goAway, answer } = recovered()
  crash('clean-exit')
  expect(log).toEqual([])
  crash()
  goAway()
  await answer(true)
  crash()
  expect(log).toEqual(['error: the page is gone', 'ask crashed', 'error: the page is gone'])
})

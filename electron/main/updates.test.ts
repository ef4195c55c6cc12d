import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createUpdates, updateWay, type UpdateChannel, type Updater, type UpdatesDeps } from './updates.ts'

class FakeUpdater extends EventEmitter {
  autoDownload = false
  autoInstallOnAppQuit = false
  allowDowngrade = false
  allowPrerelease = false
  installed = 0
  #channel: string | null = null
  look: () => Promise<{ downloadPromise?: Promise<unknown> | null } | null> = async () => null
  get channel(): string | null {
    return this.#channel
  }
  /** As electron-updater's own does. */
  set channel(name: string | null) {
    this.#channel = name
    this.allowDowngrade = true
  }
  checkForUpdates(): ReturnType<Updater['checkForUpdates']> {
    return this.look()
  }
  quitAndInstall(): void {
    this.installed += 1
  }
}

function updating(follows: UpdateChannel = 'stable', deps: Partial<UpdatesDeps> = {}) {
  const updater = new FakeUpdater()
  let loads = 0
  const updates = createUpdates({
    load: async () => ((loads += 1), updater),
    channel: async () => follows,
    installsOnQuit: true,
    mayRestart: async () => true,
    stays: () => undefined,
    log: { log: () => undefined },
    ...deps,
  })
  return { updater, updates, loads: () => loads }
}
const failing = (message: string, code?: string) => async () => Promise.reject(Object.assign(new Error(message), code && { code }))

it('a newer version is told of, fetched and installed when the person says so', async () => {
  const { updater, updates } = updating()
  const fetched = Promise.withResolvers<void>()
  updater.look = async () => {
    updater.emit('update-available', { version: '2.0.0' })
    const releaseNotes = '<h1>2.0.0</h1>\n<p>Faster <b onclick="x()">starts</b></p>'
    return { downloadPromise: fetched.promise.then(() => void updater.emit('update-downloaded', { version: '2.0.0', releaseNotes })) }
  }
  const told: string[] = []
  updates.onChange(({ kind }) => told.push(kind))
  await updates.install()
  const checked = updates.check()
  await expect.poll(() => updates.state()).toEqual({ kind: 'loading', version: '2.0.0' })
  fetched.resolve()
  expect(await checked).toEqual({ kind: 'ready', version: '2.0.0', notes: '2.0.0\nFaster starts' })
  expect(told).toEqual(['checking', 'loading', 'ready'])
  expect([updater.autoDownload, updater.installed]).toEqual([true, 0])
  await updates.install()
  expect(updater.installed).toBe(1)
})

it.each([
  ['stable', 'latest', false],
  ['beta', 'beta', true],
] as const)('%s is the channel %s, and nobody is led to an older version', async (follows, channel, allowPrerelease) => {
  const { updater, updates, loads } = updating(follows)
  expect(await Promise.all([updates.check(), updates.check()])).toEqual([0, 0].map(() => ({ kind: 'idle' })))
  expect([updater.channel, updater.allowPrerelease, updater.allowDowngrade, loads()]).toEqual([channel, allowPrerelease, false, 1])
})

it('nothing is looked for unasked where the person switched it off', async () => {
  const { updates, loads } = updating('off')
  await updates.checkQuietly()
  expect([loads(), updates.state()]).toEqual([0, { kind: 'idle' }])
  await updates.check()
  expect(loads()).toBe(1)
})

it('a failure is a state with a code, and the next try may go well; a wrong signature is said as that', async () => {
  const { updater, updates } = updating()
  updater.look = failing('net::ERR_INTERNET_DISCONNECTED\n<html>…')
  expect(await updates.check()).toMatchObject({
    kind: 'failed',
    problem: { code: 'update.failed', params: { detail: 'net::ERR_INTERNET_DISCONNECTED' } },
  })
  updater.look = async () => ({ downloadPromise: failing('not signed', 'ERR_UPDATER_INVALID_SIGNATURE')() })
  expect(await updates.check()).toMatchObject({ kind: 'failed', problem: { code: 'update.signature' } })
  updater.look = async () => null
  expect(await updates.check()).toEqual({ kind: 'idle' })
})

it('a restart asks first; one that does not come is said, and the app stays', async () => {
  const log: string[] = []
  let may = false
  const { updater, updates } = updating('stable', {
    installsOnQuit: false,
    mayRestart: async () => (log.push('asked'), may),
    stays: () => log.push('stays'),
  })
  updater.look = async () => (updater.emit('update-downloaded', { version: '2.0.0' }), null)
  await updates.check()
  expect(updater.autoInstallOnAppQuit).toBe(false)
  await updates.install()
  expect([updater.installed, log]).toEqual([0, ['asked']])
  updater.emit('error', new Error('of a look'))
  may = true
  await updates.install()
  await updates.install()
  expect([updater.installed, updates.state().kind, log]).toEqual([1, 'ready', ['asked', 'asked']])
  updater.emit('error', new Error('pkexec exited with code 126'))
  expect(updates.state()).toMatchObject({ kind: 'failed', problem: { params: { detail: 'pkexec exited with code 126' } } })
  expect(log.at(-1)).toBe('stays')
})

it.each([
  [false, 'linux', {}, 'never'],
  [true, 'win32', { PORTABLE_EXECUTABLE_FILE: 'D:\\MewCode.exe' }, 'never'],
  [true, 'win32', {}, 'on quit'],
  [true, 'darwin', {}, 'on quit'],
  [true, 'linux', { APPIMAGE: '/home/a/MewCode.AppImage' }, 'on quit'],
  [true, 'linux', {}, 'when asked'],
] as const)('packed: %j, on %s with %j it is replaced %s', (isPackaged, platform, env, way) => {
  expect(updateWay(isPackaged, platform, env)).toBe(way)
})

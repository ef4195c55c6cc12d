import { createEmitter } from '../../core/base/emitter.ts'
import { AppError, toWireError } from '../../core/contract/errors.ts'
import type { UpdateState } from '../../core/contract/updates.ts'
import type { Logger } from '../../core/platform/platform.ts'

export type UpdateChannel = 'stable' | 'beta' | 'off'

interface UpdateFacts {
  readonly version: string
  /** HTML, or a list where versions were passed over. */
  readonly releaseNotes?: unknown
}

/** The part of electron-updater's `autoUpdater` that is used. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  allowPrerelease: boolean
  channel: string | null
  on(event: 'update-available' | 'update-downloaded', listener: (info: UpdateFacts) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  checkForUpdates(): Promise<{ readonly downloadPromise?: Promise<unknown> | null } | null>
  quitAndInstall(): void
}

/** Packages of Linux ask for a password before they are replaced: not while the app goes, unasked. */
export type UpdateWay = 'never' | 'on quit' | 'when asked'

/** How this installation comes by newer versions. A portable program is one file, which no installer knows. */
export function updateWay(isPackaged: boolean, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): UpdateWay {
  if (!isPackaged || env['PORTABLE_EXECUTABLE_FILE'] !== undefined) return 'never'
  return platform === 'linux' && env['APPIMAGE'] === undefined ? 'when asked' : 'on quit'
}

export interface UpdatesDeps {
  /** Loaded with the first look: it is not small. It checks what it fetches: the signature, on Linux the hash. */
  readonly load: () => Promise<Updater>
  readonly channel: () => Promise<UpdateChannel>
  readonly installsOnQuit: boolean
  /** Before a restart: asks while work runs, and makes ready for a quit. */
  readonly mayRestart: () => Promise<boolean>
  /** The restart does not come. */
  readonly stays: () => void
  readonly log: Logger
}

export interface Updates {
  state(): UpdateState
  /** Returns its undo. */
  onChange(listener: (state: UpdateState) => void): () => void
  /** Never rejects: a failure is a state. */
  check(): Promise<UpdateState>
  /** Looks by itself, unless the person switched that off. */
  checkQuietly(): Promise<void>
  /** Starts the new version where it is ready. */
  install(): Promise<void>
}

/** electron-updater's words for a package that is not signed by us. */
const WRONG_SIGNATURE: ReadonlySet<unknown> = new Set(['ERR_UPDATER_INVALID_SIGNATURE', 'ERR_CHECKSUM_MISMATCH'])

export function createUpdates({ load, channel, installsOnQuit, mayRestart, stays, log }: UpdatesDeps): Updates {
  let state: UpdateState = { kind: 'idle' }
  let loaded: Promise<Updater> | undefined
  let looking: Promise<UpdateState> | undefined
  let isInstalling = false

  const changes = createEmitter<UpdateState>()

  const become = (next: UpdateState): UpdateState => {
    state = next
    changes.emit(next)
    return next
  }
  const open = async (): Promise<Updater> => {
    const updater = await load()
    updater.autoDownload = true
    updater.autoInstallOnAppQuit = installsOnQuit
    updater.on('update-available', ({ version }) => become({ kind: 'loading', version }))
    updater.on('update-downloaded', ({ version, releaseNotes }) => become({ kind: 'ready', version, notes: plainNotes(releaseNotes) }))
    updater.on('error', (error) => {
      if (!isInstalling) return
      isInstalling = false
      stays()
      fail(error)
    })
    return updater
  }
  const fail = (error: unknown): UpdateState => {
    log.log('warn', 'updates', 'no newer version was had', { error })
    return become({ kind: 'failed', problem: toWireError(problemOf(error)) })
  }
  const look = async (): Promise<UpdateState> => {
    if (state.kind === 'ready') return state
    become({ kind: 'checking' })
    try {
      const updater = await (loaded ??= open())
      const follows = await channel()
      updater.channel = follows === 'beta' ? 'beta' : 'latest'
      updater.allowPrerelease = follows === 'beta'
      // Setting the channel allows it: who leaves `beta` waits for the next stable version.
      updater.allowDowngrade = false
      await (
        await updater.checkForUpdates()
      )?.downloadPromise
      return ended(state) ? state : become({ kind: 'idle' })
    } catch (error) {
      return fail(error)
    }
  }
  const check = (): Promise<UpdateState> => (looking ??= look().finally(() => (looking = undefined)))
  return {
    state: () => state,
    onChange: (listener) => changes.on(listener),
    check,
    async checkQuietly() {
      if ((await channel()) !== 'off') await check()
    },
    async install() {
      if (state.kind !== 'ready' || !loaded || isInstalling || !(await mayRestart())) return
      isInstalling = true
      // Some install at once, and a Mac closes the windows before it says that it quits.
      const updater = await loaded
      updater.quitAndInstall()
    },
  }
}

function ended({ kind }: UpdateState): boolean {
  return kind === 'ready'
}

const NOTES_CHARS = 10_000

/** What the release says of itself, as text: it came over the network. */
function plainNotes(notes: unknown): string {
  if (typeof notes !== 'string') return ''
  return notes
    .replaceAll(/<[^>]*>/g, '')
    .trim()
    .slice(0, NOTES_CHARS)
}

function problemOf(error: unknown): AppError {
  if (error instanceof Error && 'code' in error && WRONG_SIGNATURE.has(error.code))
    return new AppError('update.signature', { cause: error })
  // Servers answer with whole pages.
  const [detail = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return new AppError('update.failed', { params: { detail: detail.slice(0, 200) }, cause: error })
}

import { join } from 'node:path'
import { app, BrowserWindow, dialog, net, protocol, screen, session, shell } from 'electron'
import packageJson from '../../package.json' with { type: 'json' }
import type { Core } from '../../core/app/index.ts'
import type { Settings } from '../../core/contract/app.ts'
import { errorText } from '../../core/contract/error-texts.ts'
import { toWireError } from '../../core/contract/errors.ts'
import type { RpcHandlers } from '../../core/contract/index.ts'
import type { Caller } from '../../core/contract/method.ts'
import { endAllChildren, killAllChildren } from '../../core/platform/index.ts'
import { serveConnection } from '../../core/rpc/index.ts'
import { createAppProtocol } from './app-protocol.ts'
import { choose, type Question } from './ask.ts'
import { createDesktopWindows, type DesktopWindows, type ShownWindow } from './desktop-windows.ts'
import { followUpdates, type FollowedUpdates } from './follow-updates.ts'
import { hasTray } from './has-tray.ts'
import { createHeard } from './heard.ts'
import { leaveImage } from './leave-image.ts'
import { createLinks, type Links } from './links.ts'
import { keepWorking } from './keep-working.ts'
import { notifyOutside } from './notify.ts'
import { joinSystem, rememberFolder } from './native.ts'
import { quitWith } from './quit.ts'
import { recover } from './recovery.ts'
import { keepPlace, startPlace } from './restored.ts'
import { openWindowState } from './window-state.ts'
import { watchWork } from './work-watch.ts'
import { guardContents, guardSession } from './guards.ts'
import { openHost, type Host } from './open-host.ts'
import { APP_SCHEME, APP_URL, externalAddress } from './origin.ts'
import { createOutside } from './outside.ts'
import { readStart } from './start-request.ts'
import { answerTicket } from './ticket-files.ts'
import { carryFrames } from './transport.ts'
import { languageOf, words } from './words.ts'

const { version } = packageJson
const shown = new Map<string, BrowserWindow>()

protocol.registerSchemesAsPrivileged([
  { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
])
// Folders, links and further starts are told by event, the first before anything is ready.
const heard = createHeard(app)
if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(failToStart)
else app.quit()

async function start(): Promise<void> {
  leaveImage(process.env)
  const host = await openHost({
    version,
    pickFolder,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    hasNoNetwork: () => !net.isOnline(),
    openExternal: leaveFor,
  })
  // Electron would show the stack in a box.
  if (app.isPackaged)
    for (const kind of ['uncaughtException', 'unhandledRejection'] as const) process.on(kind, (error: unknown) => host.onBug(error, kind))
  protocol.handle(
    APP_SCHEME,
    createAppProtocol({ rendererDir: host.rendererDir, files: (request) => answerTicket(request, host.core.tickets) }),
  )
  guardSession(session.defaultSession)
  const state = await openWindowState(join(host.home, 'windows.json'), (error) => host.onBug(error, 'window state'))
  const work = watchWork(host.core.onEvent)
  const home = host.core.windows.openHome()
  const settings = (): Promise<Settings> => settingsOf(host, home)
  const ask = async (question: Question): Promise<boolean> => (await choose(question, settings)) === 'yes'
  const quitting = quitWith({
    app,
    running: work.running,
    async ask() {
      const question = { message: 'quitRunning', detail: 'quitRunningText', yes: 'quit', no: 'cancel' } as const
      const also = await hasTray(process.platform, process.env)
      const answer = await choose({ ...question, ...(also && { also: 'keepWorking' }) }, settings)
      return answer === 'yes' ? 'quit' : answer === 'also' ? 'background' : 'stay'
    },
    goBackground: () => background.begin(),
    stay: () => void windows.front(),
    close: async () => {
      await Promise.all([host.close(), state.flush()])
    },
    endChildren: endAllChildren,
    killChildren: killAllChildren,
    onBug: (error) => host.onBug(error, 'quit'),
  })
  const folders = new Map<string, string>()
  const issued: Core['windows'] = {
    ...host.core.windows,
    async open(path) {
      const caller = await host.core.windows.open(path)
      folders.set(caller.projectId, path)
      rememberFolder(path)
      return caller
    },
  }
  const windows = createDesktopWindows({
    windows: issued,
    show: (caller) => {
      const folder = caller.projectId === undefined ? undefined : folders.get(caller.projectId)
      background.end()
      quitting.cameBack()
      const window = show(caller, { host, core, ask, place: startPlace(folder, { state, screen }) })
      keepPlace(window, folder, { state, isQuitting: quitting.isQuitting })
      return shownWindow(window)
    },
  })
  const background = keepWorking({ work, windows, settings, shown, folders })
  const links = createLinks({
    windows,
    askFolder: (path) => ask({ message: 'openFolder', text: path, yes: 'open', no: 'cancel' }),
    sayProjectFirst: async () => void (await ask({ message: 'addPlaceFirst', yes: 'close' })),
  })
  const updates = followUpdates({
    settings,
    language: async () => languageOf(app.getLocale(), (await settings()).language),
    ask,
    quitting,
    log: host.log,
  })
  const core: Core = {
    ...host.core,
    handlers: desktopHandlers(host.core.handlers, { windows, links, folders, updates }),
    onEvent(listener) {
      const undo = [host.core.onEvent(listener), links.onEvent(listener), ...(updates ? [updates.onEvent(listener)] : [])]
      return () => undo.forEach((end) => end())
    },
  }
  // A folder that is not there is no reason not to come up: Home says what can be opened.
  const openFolder = (folder: string): Promise<Caller> => windows.openFolder(folder).catch(() => windows.openHome())
  const openFrom = async (argv: readonly string[], cwd: string): Promise<void> => {
    const start = readStart(argv, { cwd, isPackaged: app.isPackaged })
    if (start.kind === 'link') await links.follow(start.address)
    else if (start.kind === 'folder') await openFolder(start.path)
    else if (start.kind === 'home') windows.openHome()
    else windows.front()
  }
  await joinSystem({
    ...(updates && { checkForUpdates: () => void updates.checkForUpdates().catch((error: unknown) => host.onBug(error, 'updates')) }),
    core: host.core,
    work,
    settings,
    log: host.log,
    front: () => void windows.front(),
    act: (action) => links.offer(windows.front(), { kind: 'action', action }),
    openHome: () => windows.openHome(),
    openFolder: () => void pickAndOpen(windows).catch((error: unknown) => host.onBug(error, 'menu')),
    onBug: (error) => host.onBug(error, 'menu'),
  })
  notifyOutside({ core: host.core, home, windows, links, shown, settings, onBug: (error) => host.onBug(error, 'notifications') })
  // From a checkout links would lead to Electron's own program; a portable one lies elsewhere at each start.
  if (app.isPackaged && process.env['PORTABLE_EXECUTABLE_FILE'] === undefined) app.setAsDefaultProtocolClient('mewcode')
  app.on('activate', () => windows.front())
  heard.follow((each) => {
    if (each.kind === 'start') void openFrom(each.argv, each.cwd)
    else void (each.kind === 'link' ? links.follow(each.value) : openFolder(each.value))
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    host.log.log('error', 'electron', 'a process of the shell is gone', { type, reason, exitCode })
  })
  for (const { folder } of state.restore) {
    if (folder === undefined) windows.openHome()
    else
      await windows
        .openFolder(folder)
        .catch((error: unknown) => host.log.log('warn', 'electron', 'a window is not restored', { folder, error }))
  }
  await openFrom(process.argv, process.cwd())
}

interface Shown {
  readonly host: Host
  readonly core: Core
  ask(question: Question): Promise<boolean>
  readonly place: { width: number; height: number; x?: number; y?: number }
}

function show(caller: Caller, { host, core, ask, place }: Shown): BrowserWindow {
  const window = new BrowserWindow({
    ...place,
    minWidth: 640,
    minHeight: 480,
    show: false,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  shown.set(caller.windowId, window)
  window.once('ready-to-show', () => window.show())
  window.once('closed', () => shown.delete(caller.windowId))
  const leave = createOutside({ ask, open: leaveFor })
  guardContents(window.webContents, { openExternal: (address) => void leave(address) })
  recover(window, {
    log: host.log,
    ask: (what) => ask({ message: what, detail: 'crashedText', yes: 'reload', no: what === 'crashed' ? 'close' : 'wait' }),
  })
  carryFrames(window.webContents, (wire) =>
    serveConnection({ core, resolveHello: () => caller, appVersion: version, onBug: host.onBug, ...wire }),
  )
  void window.loadURL(APP_URL).catch((error: unknown) => host.onBug(error, 'page'))
  return window
}

function shownWindow(window: BrowserWindow): ShownWindow {
  let isReady = false
  window.once('ready-to-show', () => (isReady = true))
  return {
    focus() {
      if (window.isMinimized()) window.restore()
      // Before its first picture it would be an empty frame; it comes up by itself then.
      if (isReady) window.show()
      window.focus()
    },
    onClosed: (listener) => window.once('closed', listener),
  }
}

interface Desktop {
  readonly windows: DesktopWindows
  readonly links: Links
  readonly folders: Map<string, string>
  readonly updates: FollowedUpdates | undefined
}

/** Opening a folder is opening a window here; the core still decides who may. */
function desktopHandlers(handlers: RpcHandlers, { windows, links, folders, updates }: Desktop): RpcHandlers {
  return {
    ...handlers,
    ...(updates && { updates: updates.handlers }),
    windows: {
      ...handlers.windows,
      async open(input, context) {
        const { project, windowId } = await handlers.windows.open(input, context)
        folders.set(project.id, project.path)
        rememberFolder(project.path)
        const caller = windows.present({ windowId, projectId: project.id })
        return { project, windowId: caller.windowId }
      },
      async openHome() {
        windows.openHome()
        return {}
      },
      takeOffer: async (_, { caller }) => ({ offer: links.take(caller) }),
    },
  }
}

/** Addresses that servers name, too: the system has programs for many kinds. False: it was not one for a browser, or there is none. */
async function leaveFor(url: string): Promise<boolean> {
  const address = externalAddress(url)
  if (address === undefined) return false
  return await shell.openExternal(address).then(
    () => true,
    () => false,
  )
}

async function pickAndOpen(windows: DesktopWindows): Promise<void> {
  const path = await pickFolder('')
  if (path !== null) await windows.openFolder(path)
}

async function pickFolder(windowId: string): Promise<string | null> {
  const window = shown.get(windowId)
  const options: Electron.OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }
  const { canceled, filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return canceled ? null : (filePaths[0] ?? null)
}

async function settingsOf({ core }: Host, caller: Caller): Promise<Settings> {
  return core.handlers.settings.get({}, { caller, signal: new AbortController().signal })
}

function failToStart(error: unknown): void {
  const language = languageOf(app.getLocale())
  const { code, params } = toWireError(error)
  const { what, fix } = errorText(code, params, language)
  dialog.showErrorBox(words.cannotStart[language], `${what}\n${fix}\n(${code})`)
  app.exit(1)
}

import { join } from 'node:path'
import { app, BrowserWindow, dialog, protocol, screen, session, shell } from 'electron'
import packageJson from '../../package.json' with { type: 'json' }
import type { Core } from '../../core/app/index.ts'
import type { Settings } from '../../core/contract/app.ts'
import { errorText } from '../../core/contract/error-texts.ts'
import { toWireError } from '../../core/contract/errors.ts'
import type { RpcHandlers } from '../../core/contract/index.ts'
import type { Caller } from '../../core/contract/method.ts'
import { serveConnection } from '../../core/rpc/index.ts'
import { createAppProtocol } from './app-protocol.ts'
import { createDesktopWindows, type DesktopWindows, type ShownWindow } from './desktop-windows.ts'
import { linkIn } from './deep-link.ts'
import { createHeard } from './heard.ts'
import { createLinks, type Links } from './links.ts'
import { quitWith } from './quit.ts'
import { recover } from './recovery.ts'
import { keepPlace, startPlace } from './restored.ts'
import { openWindowState } from './window-state.ts'
import { watchWork } from './work-watch.ts'
import { guardContents, guardSession } from './guards.ts'
import { openHost, type Host } from './open-host.ts'
import { APP_SCHEME, APP_URL } from './origin.ts'
import { answerTicket } from './ticket-files.ts'
import { carryFrames } from './transport.ts'
import { languageOf, words } from './words.ts'

const { version } = packageJson
const shown = new Map<string, BrowserWindow>()

protocol.registerSchemesAsPrivileged([
  { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
])
// A Mac hands over folders and links by event, the first before anything is ready.
const heard = createHeard(app)
if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(failToStart)
else app.quit()

async function start(): Promise<void> {
  const host = await openHost({
    version,
    pickFolder,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    openExternal: (url) =>
      shell.openExternal(url).then(
        () => true,
        () => false,
      ),
  })
  protocol.handle(
    APP_SCHEME,
    createAppProtocol({ rendererDir: host.rendererDir, files: (request) => answerTicket(request, host.core.tickets) }),
  )
  guardSession(session.defaultSession)
  const state = await openWindowState(join(host.home, 'windows.json'), (error) => host.onBug(error, 'window state'))
  const work = watchWork(host.core.onEvent)
  const home = host.core.windows.openHome()
  const ask = (question: Question): Promise<boolean> => askPerson(host, home, question)
  const quitting = quitWith({
    app,
    running: work.running,
    ask: () => ask({ message: 'quitRunning', detail: 'quitRunningText', yes: 'quit', no: 'cancel' }),
    close: async () => {
      await Promise.all([host.close(), state.flush()])
    },
    onBug: (error) => host.onBug(error, 'quit'),
  })
  const folders = new Map<string, string>()
  const issued: Core['windows'] = {
    ...host.core.windows,
    async open(path) {
      const caller = await host.core.windows.open(path)
      folders.set(caller.projectId, path)
      return caller
    },
  }
  const windows = createDesktopWindows({
    windows: issued,
    show: (caller) => {
      const folder = caller.projectId === undefined ? undefined : folders.get(caller.projectId)
      const window = show(caller, { host, core, ask, place: startPlace(folder, { state, screen }) })
      keepPlace(window, folder, { state, isQuitting: quitting.isQuitting })
      return shownWindow(window)
    },
  })
  const links = createLinks({
    windows,
    askFolder: (path) => ask({ message: 'openFolder', text: path, yes: 'open', no: 'cancel' }),
    sayProjectFirst: async () => void (await ask({ message: 'addPlaceFirst', yes: 'close' })),
  })
  const core: Core = {
    ...host.core,
    handlers: desktopHandlers(host.core.handlers, { windows, links, folders }),
    onEvent(listener) {
      const undo = [host.core.onEvent(listener), links.onEvent(listener)]
      return () => undo.forEach((end) => end())
    },
  }
  const openFrom = async (argv: readonly string[]): Promise<void> => {
    const link = linkIn(argv)
    if (link !== undefined) return await links.follow(link)
    const folder = folderIn(argv)
    if (folder === undefined) windows.front()
    // A folder that is not there is no reason not to come up: Home says what can be opened.
    else await windows.openFolder(folder).catch(() => windows.openHome())
  }
  app.setAsDefaultProtocolClient('mewcode')
  app.on('second-instance', (_event, argv) => void openFrom(argv))
  app.on('activate', () => windows.front())
  heard.follow(({ kind, value }) => {
    void (kind === 'link' ? links.follow(value) : windows.openFolder(value).catch(() => windows.openHome()))
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
  await openFrom(process.argv)
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
  // The whole address is shown before it leaves: a link's text may say anything.
  guardContents(window.webContents, {
    openExternal: (address) =>
      void ask({ message: 'openOutside', text: address, yes: 'open', no: 'cancel' }).then(async (agreed) => {
        if (agreed) await shell.openExternal(address)
      }),
  })
  recover(window, {
    log: host.log,
    ask: (what) => ask({ message: what, detail: 'crashedText', yes: 'reload', no: what === 'crashed' ? 'close' : 'wait' }),
  })
  carryFrames(window.webContents, (wire) =>
    serveConnection({ core, resolveHello: () => caller, appVersion: version, onBug: host.onBug, ...wire }),
  )
  void window.loadURL(APP_URL)
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
}

/** Opening a folder is opening a window here; the core still decides who may. */
function desktopHandlers(handlers: RpcHandlers, { windows, links, folders }: Desktop): RpcHandlers {
  return {
    ...handlers,
    windows: {
      ...handlers.windows,
      async open(input, context) {
        const { project, windowId } = await handlers.windows.open(input, context)
        folders.set(project.id, project.path)
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

async function pickFolder(windowId: string): Promise<string | null> {
  const window = shown.get(windowId)
  const options: Electron.OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }
  const { canceled, filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return canceled ? null : (filePaths[0] ?? null)
}

async function settingsOf({ core }: Host, caller: Caller): Promise<Settings> {
  return core.handlers.settings.get({}, { caller, signal: new AbortController().signal })
}

interface Question {
  readonly message: keyof typeof words
  /** Words of ours, or what somebody else wrote, as it is. */
  readonly detail?: keyof typeof words
  readonly text?: string
  readonly yes: keyof typeof words
  readonly no?: keyof typeof words
}

async function askPerson(host: Host, caller: Caller, { message, detail, text, yes, no }: Question): Promise<boolean> {
  const language = languageOf(app.getLocale(), (await settingsOf(host, caller)).language)
  const buttons = [yes, ...(no === undefined ? [] : [no])].map((name) => words[name][language])
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: words[message][language],
    detail: text ?? (detail === undefined ? '' : words[detail][language]),
    buttons,
    defaultId: 0,
    cancelId: buttons.length - 1,
  })
  return response === 0
}

/** `electron APP FOLDER`, packaged `mewcode FOLDER`; switches are Chromium's. */
function folderIn(argv: readonly string[]): string | undefined {
  return argv.slice(app.isPackaged ? 1 : 2).find((argument) => !argument.startsWith('-'))
}

function failToStart(error: unknown): void {
  const language = languageOf(app.getLocale())
  const { code, params } = toWireError(error)
  const { what, fix } = errorText(code, params, language)
  dialog.showErrorBox(words.cannotStart[language], `${what}\n${fix}\n(${code})`)
  app.exit(1)
}

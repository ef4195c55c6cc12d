import { join } from 'node:path'
import { app, BrowserWindow, dialog, protocol, session, shell } from 'electron'
import packageJson from '../../package.json' with { type: 'json' }
import type { Settings } from '../../core/contract/app.ts'
import { errorText } from '../../core/contract/error-texts.ts'
import { toWireError } from '../../core/contract/errors.ts'
import type { RpcHandlers } from '../../core/contract/index.ts'
import type { Caller } from '../../core/contract/method.ts'
import { serveConnection } from '../../core/rpc/index.ts'
import { createAppProtocol } from './app-protocol.ts'
import { createDesktopWindows, type DesktopWindows, type ShownWindow } from './desktop-windows.ts'
import { guardContents, guardSession } from './guards.ts'
import { openHost, type Host } from './open-host.ts'
import { APP_SCHEME, APP_URL } from './origin.ts'
import { answerTicket } from './ticket-files.ts'
import { carryFrames } from './transport.ts'
import { languageOf, words } from './words.ts'

/** The app is gone by then, whatever still hangs. */
const QUIT_WITHIN_MS = 2_000

const { version } = packageJson
const shown = new Map<string, BrowserWindow>()

protocol.registerSchemesAsPrivileged([
  { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
])
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
  const windows = createDesktopWindows({ windows: host.core.windows, show: (caller) => show(caller, host, () => windows) })
  quitWith(host)

  const openFrom = async (argv: readonly string[]): Promise<void> => {
    const folder = folderIn(argv)
    if (folder === undefined) windows.focusAny()
    // A folder that is not there is no reason not to come up: Home says what can be opened.
    else await windows.openFolder(folder).catch(() => windows.openHome())
  }
  app.on('second-instance', (_event, argv) => void openFrom(argv))
  app.on('activate', () => windows.focusAny())
  await openFrom(process.argv)
}

function show(caller: Caller, host: Host, windows: () => DesktopWindows): ShownWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 860,
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
  guardContents(window.webContents, { openExternal: (address) => void openOutside(window, address, () => settingsOf(host, caller)) })
  const core = { ...host.core, handlers: desktopHandlers(host.core.handlers, windows) }
  carryFrames(window.webContents, (wire) =>
    serveConnection({ core, resolveHello: () => caller, appVersion: version, onBug: host.onBug, ...wire }),
  )
  void window.loadURL(APP_URL)
  return {
    focus() {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    onClosed: (listener) => window.once('closed', listener),
  }
}

/** Opening a folder is opening a window here; the core still decides who may. */
function desktopHandlers(handlers: RpcHandlers, windows: () => DesktopWindows): RpcHandlers {
  return {
    ...handlers,
    windows: {
      ...handlers.windows,
      async open(input, context) {
        const { project, windowId } = await handlers.windows.open(input, context)
        const caller = windows().present({ windowId, projectId: project.id })
        return { project, windowId: caller.windowId }
      },
      async openHome() {
        windows().openHome()
        return {}
      },
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

/** Shows the whole address before it leaves: a link's text may say anything. */
async function openOutside(window: BrowserWindow, address: string, settings: () => Promise<Settings>): Promise<void> {
  const language = languageOf(app.getLocale(), (await settings()).language)
  const buttons = [words.open[language], words.cancel[language]]
  const question = { type: 'question', message: words.openOutside[language], detail: address, buttons, defaultId: 0, cancelId: 1 } as const
  const { response } = await dialog.showMessageBox(window, question)
  if (response === 0) await shell.openExternal(address)
}

function quitWith(host: Host): void {
  let isClosing = false
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isClosing) return
    isClosing = true
    const late = new Promise<void>((resolve) => setTimeout(resolve, QUIT_WITHIN_MS))
    void Promise.race([host.close().catch((error: unknown) => host.onBug(error, 'quit')), late]).then(() => app.exit(0))
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())
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

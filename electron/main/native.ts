import { app, globalShortcut, Menu, nativeTheme, powerMonitor, powerSaveBlocker, session } from 'electron'
import type { Core } from '../../core/app/index.ts'
import type { Settings } from '../../core/contract/app.ts'
import type { Logger } from '../../core/platform/platform.ts'
import { APP_ID } from './app-id.ts'
import { menuTemplate, type MenuAction } from './menu.ts'
import { showPresence } from './presence.ts'
import { HOME_SWITCH } from './start-request.ts'
import { createSummon } from './summon.ts'
import { languageOf, words } from './words.ts'
import type { WorkWatch } from './work-watch.ts'

export interface NativeDeps {
  readonly core: Pick<Core, 'onEvent' | 'windows'>
  readonly work: WorkWatch
  readonly settings: () => Promise<Settings>
  readonly log: Logger
  /** Brings the app up. */
  front(): void
  act(action: MenuAction): void
  openHome(): void
  openFolder(): void
  readonly checkForUpdates?: () => void
  onBug(error: unknown): void
}

/** What of the system surrounds the windows: menu, colours, the dock, sleep. It follows the settings. */
export async function joinSystem({ core, work, settings, log, front, onBug, ...choices }: NativeDeps): Promise<void> {
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  // The page's own language says nothing of what is code.
  session.defaultSession.setSpellCheckerEnabled(false)
  const presence = showPresence({
    app,
    powerSaveBlocker,
    work,
    keepsAwake: async () => (await settings()).desktop?.keepAwake ?? true,
  })
  const summon = createSummon({ globalShortcut, front, log })
  const follow = async (): Promise<void> => {
    const { language: chosen, shortcuts = {}, theme, desktop } = await settings()
    const language = languageOf(app.getLocale(), chosen)
    // Title bars and the system's own dialogs follow it.
    nativeTheme.themeSource = theme
    const template = menuTemplate({ ...choices, language, platform: process.platform, shortcuts })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    fillJumpList(words.menu_home[language])
    summon(desktop?.summon)
    await presence.refresh()
  }
  core.onEvent((event) => void (event.type === 'settings.changed' && follow().catch(onBug)))
  powerMonitor.on('resume', () => core.windows.woke())
  await follow()
}

/** A folder that was opened, for the dock's and the taskbar's lists of recent ones. */
export function rememberFolder(folder: string): void {
  app.addRecentDocument(folder)
}

/** The taskbar's list on Windows: recent folders, and Home. */
function fillJumpList(title: string): void {
  if (process.platform !== 'win32') return
  const home = { type: 'task' as const, program: process.execPath, args: HOME_SWITCH, title, iconPath: process.execPath, iconIndex: 0 }
  app.setJumpList([{ type: 'recent' }, { type: 'tasks', items: [home] }])
}

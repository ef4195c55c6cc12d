import type { Menu, MenuItemConstructorOptions, Tray } from 'electron'
import type { Language } from '../../core/contract/error-texts.ts'
import { words } from './words.ts'
import type { WorkWatch } from './work-watch.ts'

/** Between the end of a turn and what it sets off, such as a queued prompt, nothing runs. */
const SETTLED_AFTER_MS = 5_000

export interface BackgroundDeps {
  readonly makeTray: () => Pick<Tray, 'setToolTip' | 'setContextMenu' | 'on' | 'destroy'>
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Menu
  readonly platform: NodeJS.Platform
  readonly work: WorkWatch
  closeWindows(): void
  openFolder(folder: string): void
  openHome(): void
  /** The window used last, or Home. */
  front(): void
  quit(): void
}

export interface Shown {
  readonly language: Language
  /** Of the projects whose windows close, in order. */
  readonly folders: readonly string[]
}

/** Work without a window: an icon in the tray stands for the app until the work is done, a window is opened, or the person quits. */
export interface Background {
  /** Windows close only once the icon is there; throws when it cannot be. */
  begin(shown: Shown): void
  /** A window is there again. */
  end(): void
}

export function createBackground(deps: BackgroundDeps): Background {
  const { makeTray, buildMenu, platform, work, closeWindows, front, quit } = deps
  let tray: ReturnType<BackgroundDeps['makeTray']> | undefined
  let shown: Shown = { language: 'en', folders: [] }
  let settling: ReturnType<typeof setTimeout> | undefined

  const refresh = (): void => {
    if (!tray) return
    tray.setToolTip(`MewCode: ${countText(work, shown.language)}`)
    // Linux shows a changed menu only when it is set again.
    tray.setContextMenu(buildMenu(trayTemplate(shown, deps)))
    clearTimeout(settling)
    if (work.running() === 0) settling = setTimeout(quit, SETTLED_AFTER_MS)
  }
  work.onChange(refresh)
  return {
    begin(next) {
      shown = next
      tray ??= makeTray()
      // On a Mac a press opens the menu already.
      if (platform !== 'darwin') tray.on('click', front)
      refresh()
      closeWindows()
    },
    end() {
      clearTimeout(settling)
      tray?.destroy()
      tray = undefined
    },
  }
}

/** What is at work, the windows that can be had back, and the way out. */
function trayTemplate(
  { language, folders }: Shown,
  { work, openFolder, openHome, quit }: Pick<BackgroundDeps, 'work' | 'openFolder' | 'openHome' | 'quit'>,
): MenuItemConstructorOptions[] {
  const gap: MenuItemConstructorOptions = { type: 'separator' }
  return [
    { label: countText(work, language), enabled: false },
    gap,
    ...folders.map((folder) => ({ label: labelOf(folder), click: () => openFolder(folder) })),
    { id: 'home', label: words.menu_home[language], click: openHome },
    gap,
    { id: 'quit', label: words.trayQuit[language], click: quit },
  ]
}

function countText(work: WorkWatch, language: Language): string {
  const say = (name: 'trayRunning' | 'trayWaiting', n: number): string => words[name][language].replace('{n}', String(n))
  const waiting = work.waiting()
  return waiting === 0 ? say('trayRunning', work.running()) : `${say('trayRunning', work.running())}${say('trayWaiting', waiting)}`
}

/** A folder's own name; an ampersand in a label marks a key. */
function labelOf(folder: string): string {
  return (/[^\\/]+$/.exec(folder)?.[0] ?? folder).replaceAll('&', '&&')
}

import { app, Menu, type BrowserWindow } from 'electron'
import type { Settings } from '../../core/contract/app.ts'
import { createBackground } from './background.ts'
import type { DesktopWindows } from './desktop-windows.ts'
import { makeTray } from './tray.ts'
import { languageOf } from './words.ts'
import type { WorkWatch } from './work-watch.ts'

export interface KeepWorkingDeps {
  readonly work: WorkWatch
  readonly windows: DesktopWindows
  readonly settings: () => Promise<Settings>
  /** What is on the screen, by window id. */
  readonly shown: ReadonlyMap<string, BrowserWindow>
  /** Of projects, by their ids. */
  readonly folders: ReadonlyMap<string, string>
}

/** The background of this app's windows. */
export function keepWorking({ work, windows, settings, shown, folders }: KeepWorkingDeps): { begin(): Promise<void>; end(): void } {
  const background = createBackground({
    makeTray,
    buildMenu: (template) => Menu.buildFromTemplate(template),
    platform: process.platform,
    work,
    closeWindows: () => [...shown.values()].forEach((window) => window.close()),
    openFolder: (folder) => void windows.openFolder(folder).catch(() => windows.openHome()),
    openHome: () => windows.openHome(),
    front: () => windows.front(),
    quit: () => app.quit(),
  })
  return {
    async begin() {
      const { language } = await settings()
      background.begin({
        language: languageOf(app.getLocale(), language),
        folders: windows.openProjects().flatMap((id) => folders.get(id) ?? []),
      })
    },
    end: () => background.end(),
  }
}

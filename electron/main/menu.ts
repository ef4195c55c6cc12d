import type { MenuItemConstructorOptions } from 'electron'
import type { Language } from '../../core/contract/error-texts.ts'
import { words } from './words.ts'

/** Parts of a menu that the system knows; Electron has English words for them only. */
type Role = keyof typeof words extends infer Name ? (Name extends `role_${infer R}` ? R : never) : never

/** Actions of a window, by the names their keys are kept under, with the usual keys. */
const ACTIONS = {
  new: 'Mod+KeyN',
  openFolder: 'Mod+KeyO',
  palette: 'Mod+KeyK',
  panel: 'Mod+KeyJ',
  search: 'Mod+Shift+KeyF',
  settings: 'Mod+Comma',
  sidebar: 'Mod+KeyB',
} as const
export type MenuAction = keyof typeof ACTIONS

export interface MenuChoices {
  readonly language: Language
  readonly platform: NodeJS.Platform
  /** The person's own keys, as the settings keep them. */
  readonly shortcuts: Readonly<Record<string, string>>
  /** Something of the window in front. */
  act(action: MenuAction): void
  openHome(): void
  openFolder(): void
  /** Absent where the app does not bring itself up to date. */
  readonly checkForUpdates?: () => void
}

/** The application's menu. Its keys are shown as the window has them, and the window listens to them. */
export function menuTemplate(choices: MenuChoices): MenuItemConstructorOptions[] {
  const { language, platform, openHome, openFolder, checkForUpdates } = choices
  const isMac = platform === 'darwin'
  const say = (name: keyof typeof words): string => words[name][language]
  const item = (action: MenuAction, run = (): void => choices.act(action)): MenuItemConstructorOptions => {
    const keys = choices.shortcuts[action] ?? ACTIONS[action]
    return {
      id: action,
      label: say(`menu_${action}`),
      ...(keys !== '' && { accelerator: acceleratorOf(keys) }),
      // Elsewhere the page gets the key first, and would do the same a second time.
      registerAccelerator: isMac,
      click: run,
    }
  }
  const gap: MenuItemConstructorOptions = { type: 'separator' }
  const roles = (...names: Role[]): MenuItemConstructorOptions[] => names.map((role) => ({ role, label: say(`role_${role}`) }))
  const updates = checkForUpdates ? [{ id: 'updates', label: say('menu_updates'), click: checkForUpdates }] : []
  const about: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      ...roles('about'),
      ...updates,
      gap,
      item('settings'),
      gap,
      ...roles('services', 'hide', 'hideOthers', 'unhide'),
      gap,
      ...roles('quit'),
    ],
  }
  return [
    ...(isMac ? [about] : []),
    {
      label: say('menu_file'),
      submenu: [
        item('new'),
        item('openFolder', openFolder),
        ...(isMac ? [{ ...roles('recentDocuments')[0], submenu: roles('clearRecentDocuments') }] : []),
        { id: 'home', label: say('menu_home'), click: openHome },
        gap,
        ...(isMac ? roles('close') : [item('settings'), ...updates, gap, ...roles('close', 'quit')]),
      ],
    },
    {
      role: 'editMenu',
      label: say('menu_edit'),
      submenu: [...roles('undo', 'redo'), gap, ...roles('cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete', 'selectAll')],
    },
    {
      label: say('menu_view'),
      submenu: [
        item('palette'),
        item('search'),
        gap,
        item('sidebar'),
        item('panel'),
        gap,
        ...roles('resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'),
      ],
    },
    {
      role: 'windowMenu',
      label: say('menu_window'),
      submenu: roles('minimize', 'zoom', ...(isMac ? ['front' as const] : ['close' as const])),
    },
  ]
}

/** `Mod+Shift+KeyF` in Electron's words: `CommandOrControl+Shift+F`. */
export function acceleratorOf(keys: string): string {
  return keys
    .split('+')
    .map((part) => NAMES[part] ?? part.replace(/^(Key|Digit)(?=.$)/, ''))
    .join('+')
}

const NAMES: Readonly<Record<string, string>> = {
  Mod: 'CommandOrControl',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  Backquote: '`',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Enter: 'Return',
  Equal: '=',
  Minus: '-',
  Period: '.',
  Quote: "'",
  Semicolon: ';',
  Slash: '/',
}

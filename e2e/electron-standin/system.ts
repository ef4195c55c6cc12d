import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type * as Electron from 'electron'
import { honest } from './honest.ts'

const boxes: Electron.MessageBoxOptions[] = []
const presses: number[] = []

export function personPresses(buttons: number[]): void {
  presses.push(...buttons)
}

export function boxesShown(): Electron.MessageBoxOptions[] {
  return boxes
}

export const dialog = honest('dialog', {
  showErrorBox: (title: string, content: string) => void process.stderr.write(`${title}\n${content}\n`),
  async showMessageBox(...args: unknown[]) {
    boxes.push(structuredClone(args.at(-1)) as Electron.MessageBoxOptions)
    return { response: presses.shift() ?? 0, checkboxChecked: false }
  },
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
} satisfies Pick<Electron.Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>)

let menu: Electron.MenuItemConstructorOptions[] = []
const items = (of: Electron.MenuItemConstructorOptions[]): Electron.MenuItemConstructorOptions[] =>
  of.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])

export const Menu = honest('Menu', {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template as unknown as Electron.Menu,
  setApplicationMenu: (built: Electron.Menu | null) => void (menu = (built ?? []) as unknown as Electron.MenuItemConstructorOptions[]),
} satisfies Pick<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>)

export function pressMenu(id: string): void {
  const item = items(menu).find((each) => each.id === id)
  if (!item?.click) throw new Error(`The menu has no ${id} to choose`)
  item.click({} as Electron.MenuItem, undefined, {})
}

export function menuIds(): string[] {
  return items(menu).flatMap(({ id }) => (id === undefined ? [] : [id]))
}

let trayMenu: Electron.MenuItemConstructorOptions[] | undefined

/** Labels of the tray's menu; undefined: there is no icon. */
export function trayLabels(): string[] | undefined {
  return trayMenu?.flatMap(({ label }) => label ?? [])
}

export function pressTray(label: string): void {
  const item = trayMenu?.find((each) => each.label === label)
  if (!item?.click) throw new Error(`The tray has no ${label} to choose`)
  item.click({} as Electron.MenuItem, undefined, {})
}

export class Tray extends EventEmitter {
  setToolTip(): void {}
  setContextMenu(menu: Electron.Menu | null): void {
    trayMenu = (menu ?? []) as unknown as Electron.MenuItemConstructorOptions[]
  }
  destroy(): void {
    trayMenu = undefined
  }
}
Tray.prototype satisfies Pick<Electron.Tray, 'setToolTip' | 'setContextMenu' | 'destroy'>

export const nativeImage = honest('nativeImage', {
  createFromPath: (path: string) => ({ isEmpty: () => !existsSync(path) }) as Electron.NativeImage,
} satisfies Pick<typeof Electron.nativeImage, 'createFromPath'>)

const shownNotes: { title: string; body: string }[] = []

export function noted(): { title: string; body: string }[] {
  return shownNotes
}

export class Notification extends EventEmitter {
  readonly #note: { title: string; body: string }
  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions) {
    super()
    this.#note = { title, body }
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    shownNotes.push(this.#note)
  }
  close(): void {}
}

export const nativeTheme = honest('nativeTheme', { themeSource: 'system' } as Pick<Electron.NativeTheme, 'themeSource'>)

export const globalShortcut = honest('globalShortcut', {
  register: () => true,
  unregister: () => undefined,
} satisfies Pick<Electron.GlobalShortcut, 'register' | 'unregister'>)

export const net = honest('net', { isOnline: () => true } satisfies Pick<Electron.Net, 'isOnline'>)

/** The machine goes to sleep and wakes. */
export const powerMonitor = honest('powerMonitor', new EventEmitter())

export const powerSaveBlocker = honest('powerSaveBlocker', {
  start: () => 1,
  stop: () => true,
} satisfies Pick<Electron.PowerSaveBlocker, 'start' | 'stop'>)

import { EventEmitter } from 'node:events'
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
}

export const powerSaveBlocker = honest('powerSaveBlocker', {
  start: () => 1,
  stop: () => true,
} satisfies Pick<Electron.PowerSaveBlocker, 'start' | 'stop'>)

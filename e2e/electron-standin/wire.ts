import type { Display, MessageBoxOptions } from 'electron'

/** What the app's process asks of the side that holds the Chromium. */
export type BrowserSide = {
  openPage(page: { window: number; preload: string; origin: string; permissions: Record<string, boolean> }): Promise<void>
  /** Resolves when loaded; rejects when it could not be. */
  load(window: number, url: string): Promise<void>
  reload(window: number): Promise<void>
  /** A word for the page's preload world; the value was cloned on its way here. */
  deliver(window: number, channel: string, value: unknown): Promise<void>
  closePage(window: number): Promise<void>
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

export interface WindowFacts {
  id: number
  url: string
  visible: boolean
  focused: number
  bounds: { x: number; y: number; width: number; height: number }
  maximized: boolean
  webPreferences: unknown
}

/** What the Chromium's side, and the test as the person at the screen, ask of the app's process. */
export type AppSide = {
  protocol(request: { url: string; method: string; headers: Record<string, string>; body: Uint8Array | undefined }): Promise<Answer>
  /** A navigation that the page or the person began; false: refused. */
  mayNavigate(navigation: { window: number; url: string; isMainFrame: boolean }): boolean
  navigated(window: number, url: string, document: number): void
  finished(window: number): void
  ipc(word: { window: number; document: number; channel: string; value: unknown }): void
  openWindow(window: number, url: string): string

  windows(): WindowFacts[]
  pageGone(window: number, reason: string): void
  hang(window: number): void
  close(window: number): void
  moveTo(window: number, bounds: { x: number; y: number; width: number; height: number }): void
  emitApp(event: string, ...args: unknown[]): boolean
  displays(displays: Pick<Display, 'workArea' | 'id'>[]): void
  /** What the person presses in the next boxes, the first button where nothing is said. */
  press(buttons: number[]): void
  boxes(): MessageBoxOptions[]
  openedOutside(): string[]
  /** Chooses an item of the application's menu by its `id`. */
  menu(id: string): void
  menuIds(): string[]
  tray(): string[] | undefined
  pressTray(label: string): void
  noted(): { title: string; body: string }[]
  quit(): void
}

import type { Page } from '@playwright/test'
import type { RpcConnection } from '../../core/contract/client.ts'

/** A box the app asked the person with. */
export interface AskedBox {
  readonly message: string
  readonly detail?: string
}

export interface OpenWindow {
  readonly id: number
  readonly url: string
}

/** The built desktop app with a home of its own, as the person at the screen and the system meet it; windows count in their order. */
export interface DesktopApp {
  readonly home: string
  /** What the app printed so far, both streams. */
  readonly output: string
  /** Windows that are on the screen. */
  shown(): Promise<readonly OpenWindow[]>
  /** The page of the window opened as the `index`th, once it is shown. */
  page(index: number): Promise<Page>
  /** A client in the place of the page's own script, for an app launched `bare`. */
  connect(index: number): Promise<RpcConnection>
  /** Files of the disk are dragged over a window and let go at this point of it. */
  drop(index: number, paths: readonly string[], at: { readonly x: number; readonly y: number }): Promise<void>

  /** The app is started once more with these arguments, while it runs. */
  startAgain(args: readonly string[]): Promise<void>
  /** A Mac hands a folder over, or a link. */
  handOver(event: 'open-file' | 'open-url', value: string): Promise<void>

  /** What the person presses in the next boxes, the first button where nothing is said. */
  press(buttons: readonly number[]): Promise<void>
  boxes(): Promise<readonly AskedBox[]>
  /** Addresses that went to the person's browser. */
  openedOutside(): Promise<readonly string[]>
  menuIds(): Promise<readonly string[]>
  /** Chooses an item of the application's menu by its `id`. */
  menu(id: string): Promise<void>
  /** The status with which the app answers for one of its own addresses. */
  status(url: string): Promise<number>

  /** Asks the app to quit; it may ask back. */
  quit(): void
  /** The exit code once the app is gone. */
  ended(): Promise<number | null>
  /** Ends what still runs, by force. */
  remove(options?: { readonly keepHome?: boolean }): Promise<void>
}

export interface LaunchOptions {
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Windows show no page of ours, so that `connect` has the bridge to itself. */
  readonly bare?: boolean
  /** A home that another app left. */
  readonly home?: string
}

/** No key or model server of the machine's reaches the app under test. */
export function desktopEnvironment(home: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) own[name] = value
  const mewcodeHome = `${home}/.mewcode`
  return { ...own, HOME: home, MEWCODE_HOME: mewcodeHome, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', OLLAMA_HOST: '127.0.0.1:9', ...more }
}

import type { EventEmitter } from 'node:events'
import { answerProtocol } from './protocol.ts'
import { openWindows, type StandInWindow } from './windows.ts'

/** What a test, as the person at the screen, can do to the running app. */
export type Order =
  | { do: 'windows' }
  | { do: 'evaluate'; window: number; expression: string }
  | { do: 'reload' | 'close'; window: number }
  | { do: 'follow' | 'open'; window: number; url: string }
  | { do: 'fetch'; url: string }
  | { do: 'start again'; argv: string[] }
  | { do: 'opened outside' }
  | { do: 'quit' }

export interface WindowFacts {
  url: string
  visible: boolean
  html: string
  webPreferences: unknown
}

interface Driven {
  readonly app: EventEmitter & { quit(): void }
  readonly opened: readonly string[]
}

/** Takes orders from the process that started us, each answered under its id. */
export function driveBy(driven: Driven): void {
  process.on('message', ({ id, order }: { id: number; order: Order }) => {
    obey(order, driven).then(
      (value) => process.send?.({ id, value: value ?? null }),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
}

async function obey(order: Order, { app, opened }: Driven): Promise<unknown> {
  switch (order.do) {
    case 'windows':
      return openWindows().map(factsOf)
    case 'evaluate':
      return await windowAt(order.window).contents.page?.evaluate(order.expression)
    case 'reload':
      return await windowAt(order.window).contents.load(windowAt(order.window).contents.mainFrame.url)
    case 'close':
      return windowAt(order.window).close()
    case 'follow':
      return await windowAt(order.window).contents.follow(order.url)
    case 'open':
      return windowAt(order.window).contents.open(order.url)
    case 'fetch':
      return (await answerProtocol(order.url)).status
    case 'start again':
      return void app.emit('second-instance', {}, order.argv, process.cwd())
    case 'opened outside':
      return opened
    case 'quit':
      return app.quit()
  }
}

function windowAt(index: number): StandInWindow {
  const window = openWindows()[index]
  if (!window) throw new Error(`There is no window ${index}`)
  return window
}

function factsOf({ contents, visible, options }: StandInWindow): WindowFacts {
  return { url: contents.mainFrame.url, visible, html: contents.html, webPreferences: options.webPreferences }
}

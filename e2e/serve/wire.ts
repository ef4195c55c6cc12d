import type { Page, WebSocketRoute } from '@playwright/test'

export interface Wire {
  /** The page falls behind: its calls are answered, events wait until `release`. */
  hold(): void
  release(): void
  /** Events that wait are lost. */
  lose(): void
  /** The socket breaks; the page connects anew by itself. */
  cut(): Promise<void>
}

/** Puts a hand on the page's socket to the host. Call it before the page opens. */
export async function wireOf(page: Page): Promise<Wire> {
  const held: (() => void)[] = []
  let isHolding = false
  let current: WebSocketRoute | undefined
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    current = socket
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      const isEvent = (JSON.parse(message.toString()) as { type: string }).type === 'event'
      if (isHolding && isEvent) held.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  return {
    hold: () => void (isHolding = true),
    release() {
      isHolding = false
      for (const deliver of held.splice(0)) deliver()
    },
    lose() {
      isHolding = false
      held.splice(0)
    },
    async cut() {
      await current?.close({ code: 1012, reason: 'cut by the test' })
    },
  }
}

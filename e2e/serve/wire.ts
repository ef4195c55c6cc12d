import type { Page, WebSocketRoute } from '@playwright/test'

export interface Wire {
  /** The page falls behind: its calls are answered, events wait until `release`. */
  hold(): void
  release(): void
  /** Events that wait are lost. */
  lose(): void
  /** What the page asks from now on never arrives, until the socket breaks. */
  mute(): void
  /** What the page asks arrives, and no word of it comes back, until the socket breaks. */
  deafen(): void
  /** The socket breaks; the page connects anew by itself. */
  cut(): Promise<void>
}

/** Puts a hand on the page's socket to the host. Call it before the page opens. */
export async function wireOf(page: Page): Promise<Wire> {
  const held: (() => void)[] = []
  let isHolding = false
  let isMute = false
  let isDeaf = false
  let current: WebSocketRoute | undefined
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    current = socket
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!isMute) server.send(message)
    })
    server.onMessage((message) => {
      if (isDeaf) return
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
    mute: () => void (isMute = true),
    deafen: () => void (isDeaf = true),
    async cut() {
      isMute = isDeaf = false
      await current?.close({ code: 1012, reason: 'cut by the test' })
    },
  }
}

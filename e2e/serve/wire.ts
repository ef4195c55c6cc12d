import type { Page, WebSocketRoute } from '@playwright/test'
import type { HostEvent } from '../../core/contract/events.ts'

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
  /** What the page asks of that method from now on fails, as if the host could not; without a name nothing does any more. */
  refuse(method?: string): void
  /** Answers to that method wait until the function that comes back is called. */
  late(method: string): () => void
  /** The host says this unasked. */
  tell(event: HostEvent): void
  /** How often the page asked that method. */
  asked(method: string): number
  /** The socket breaks; the page connects anew by itself. */
  cut(): Promise<void>
}

const FAILURE = { code: 'internal', message: 'It failed.', fix: '', retryable: true }

/** Puts a hand on the page's socket to the host. Call it before the page opens. */
export async function wireOf(page: Page): Promise<Wire> {
  const held: (() => void)[] = []
  let isHolding = false
  let isMute = false
  let isDeaf = false
  const asked: string[] = []
  /** Ids of calls whose answer waits, and what is to be delivered. */
  const late = { method: '', ids: new Set<unknown>(), answers: [] as (() => void)[] }
  let refused: string | undefined
  let current: WebSocketRoute | undefined
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    current = socket
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const { id, method } = JSON.parse(message.toString()) as { id?: number; method?: string }
      if (method !== undefined) asked.push(method)
      if (method === late.method) late.ids.add(id)
      if (method !== undefined && method === refused) socket.send(JSON.stringify({ type: 'error', id, error: FAILURE }))
      else if (!isMute) server.send(message)
    })
    server.onMessage((message) => {
      if (isDeaf) return
      const { type, id } = JSON.parse(message.toString()) as { type: string; id?: unknown }
      if (late.ids.has(id)) late.answers.push(() => socket.send(message))
      else if (isHolding && type === 'event') held.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  return {
    hold: () => void (isHolding = true),
    late(method) {
      late.method = method
      return () => {
        late.method = ''
        late.ids.clear()
        for (const deliver of late.answers.splice(0)) deliver()
      }
    },
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
    tell: (event) => current?.send(JSON.stringify({ type: 'event', event })),
    asked: (method) => asked.filter((each) => each === method).length,
    refuse: (method) => void (refused = method),
    async cut() {
      isMute = isDeaf = false
      await current?.close({ code: 1012, reason: 'cut by the test' })
    },
  }
}

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Core } from '../app/types.ts'
import { pageHeaders, readPageFile } from '../platform/page.ts'
import { createBridge, type Bridge } from './bridge.ts'
import { answerTicket, sendAnswer, type FileTickets } from './files.ts'
import { createGuard, isForeignFetch } from '../platform/loopback-guard.ts'
import { bindLoopback } from '../platform/loopback-port.ts'
import { createDoor } from './windows.ts'

const ONE_TIME_MS = 60_000

export interface ServeOptions {
  readonly core: Pick<Core, 'handlers' | 'windows' | 'onEvent' | 'redact'> & { readonly tickets: FileTickets }
  /** The built page. */
  readonly rendererDir: string
  readonly appVersion: string
  /** 0 takes any free port. */
  readonly port: number
  /** Serve this folder only; there is no Home then. */
  readonly project?: string | undefined
  /** The link's secret; made up for this start when absent. */
  readonly token?: string
  readonly onBug: (error: unknown, where: string) => void
  readonly parseOutput?: boolean
}

export interface Serving {
  /** The link with its secret: show it to the person, log it nowhere. */
  readonly url: string
  readonly port: number
  /**
   * A link for the command line of a browser, which every user of the machine can read: it leads to `url` once, within a minute.
   */
  oneTimeLink(): string
  close(): Promise<void>
}

/** The browser host: the page, the bridge and file tickets on the loopback. `AppError('usage.port_unavailable' | 'project.*')`. */
export async function startServe(options: ServeOptions): Promise<Serving> {
  const { core, onBug, project } = options
  const oneTime = new Map<string, number>()
  const token = options.token ?? randomBytes(24).toString('base64url')
  const window = project === undefined ? undefined : await core.windows.open(project)
  const door = createDoor({ token, home: project === undefined, windows: core.windows })
  const bridge = await createBridge({ ...options, resolveHello: door })

  const server = createServer()
  const port = await bindLoopback(server, options.port)
  const guard = createGuard(port)
  server.on('request', (request, response) => void answer(request, response))
  server.on('upgrade', (request, socket, head) => upgrade(request, socket, head, { guard, bridge }))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const refusal = guard(request)
      if (refusal) return sendText(response, refusal.status, refusal.text)
      const path = request.url?.split('?')[0] ?? '/'
      if (path.startsWith('/open/')) return redirectOnce(response, path.slice('/open/'.length))
      if (path === '/bridge') return sendText(response, 401, 'This is the door for the page')
      if (path.startsWith('/files/')) {
        if (isForeignFetch(request)) return sendText(response, 403, 'Foreign page')
        return sendAnswer(response, await answerTicket(path, request, core.tickets), pageHeaders)
      }
      await sendPage(request, response, path)
    } catch (error) {
      onBug(error, 'serve')
      if (response.headersSent) response.destroy()
      else sendText(response, 500, 'Internal error')
    }
  }

  async function sendPage(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(response, 405, 'Only GET')
    const file = await readPageFile(options.rendererDir, path)
    if (!file) return sendText(response, 404, 'Not found')
    response.writeHead(200, { ...file.headers, 'content-length': file.bytes.length })
    response.end(request.method === 'HEAD' ? undefined : file.bytes)
  }

  function redirectOnce(response: ServerResponse, code: string): void {
    const madeAt = oneTime.get(code)
    oneTime.delete(code)
    if (madeAt === undefined || Date.now() - madeAt > ONE_TIME_MS) return sendText(response, 401, 'This link was used already')
    response.writeHead(302, { ...pageHeaders, location: `/${url.hash}`, 'cache-control': 'no-store' }).end()
  }

  const url = new URL(link(port, token, window?.windowId))
  return {
    url: url.href,
    port,
    oneTimeLink() {
      const code = randomBytes(24).toString('base64url')
      oneTime.set(code, Date.now())
      return `${url.origin}/open/${code}`
    },
    close() {
      bridge.close()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, { guard, bridge }: UpgradeDeps): void {
  const refusal = guard(request)
  // Browsers always name the origin of a socket; who leaves it out is no page of ours.
  if (refusal || request.headers.origin === undefined)
    return refuse(socket, refusal?.status === 421 ? '421 Misdirected Request' : '403 Forbidden')
  if (request.url !== '/bridge') return refuse(socket, '404 Not Found')
  bridge.accept(request, socket, head)
}

interface UpgradeDeps {
  guard: ReturnType<typeof createGuard>
  bridge: Bridge
}

function refuse(socket: Duplex, status: string): void {
  // The peer may be gone already; there is nobody left to tell.
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
}

function link(port: number, token: string, windowId: string | undefined): string {
  const fragment = new URLSearchParams({ token, ...(windowId !== undefined && { window: windowId }) })
  return `http://127.0.0.1:${port}/#${fragment.toString()}`
}

import { createClient, type ClientTransport, type RpcConnection, type RpcError } from '../../core/contract/client.ts'
import type { HostEvent } from '../../core/contract/events.ts'
import { version } from '../../package.json'
import type { Connection, ConnectionState } from './connection.ts'
import { failureOf } from './failure.ts'
import { createFileTransfer } from './file-transfer.ts'
import { followLinks, readIdentity, type Identity } from './identity.ts'
import { bridgeTransport, socketTransport } from './transports.ts'

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 10_000

/** The page's wire to its host: the preload's bridge in Electron, else a socket beside the page. */
export function openConnection(): Connection {
  const bridge = window.mewcode
  if (bridge) {
    const pathForFile = (file: File): string | undefined => bridge.pathForFile(file) || undefined
    return keepConnected({ connect: () => bridgeTransport(bridge), identity: { token: undefined, windowId: undefined }, pathForFile })
  }
  // For the life of the page.
  followLinks()
  return keepConnected({
    connect: () => socketTransport(new WebSocket(`${location.origin.replace(/^http/, 'ws')}/bridge`)),
    identity: readIdentity(),
    pathForFile: () => undefined,
  })
}

interface KeepConnected {
  readonly connect: () => ClientTransport
  readonly identity: Identity
  readonly pathForFile: Connection['pathForFile']
}

/** Connects anew, ever more patiently, until the host answers or refuses. */
export function keepConnected({ connect, identity, pathForFile }: KeepConnected): Connection {
  const stateListeners = new Set<(state: ConnectionState) => void>()
  const eventListeners = new Set<(event: HostEvent) => void>()
  let state: ConnectionState = { kind: 'connecting' }
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let current = open()

  function open(): RpcConnection {
    const { token, windowId } = identity
    const hello = { appVersion: version, ...(token !== undefined && { token }), ...(windowId !== undefined && { windowId }) }
    const connection = createClient(connect(), { hello })
    connection.onEvent((event) => {
      for (const listener of [...eventListeners]) listener(event)
    })
    connection.ready.then(
      () => {
        attempt = 0
        setState({ kind: 'open' })
      },
      () => undefined, // `onClose` says it.
    )
    connection.onClose(lost)
    return connection
  }

  function lost(reason: RpcError): void {
    if (reason.code !== 'rpc.closed') return setState({ kind: 'refused', error: failureOf(reason) })
    const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt)
    attempt += 1
    setState({ kind: 'lost', attempt, retryAt: Date.now() + delayMs })
    timer = setTimeout(retry, delayMs)
  }

  function retry(): void {
    clearTimeout(timer)
    current = open()
  }

  function setState(next: ConnectionState): void {
    state = next
    for (const listener of [...stateListeners]) listener(next)
  }

  return {
    // Outlives its sockets: each call goes to the one of the moment.
    client: new Proxy(current.rpc, { get: (_, domain): unknown => Reflect.get(current.rpc, domain) }),
    state: () => state,
    onState: (listener) => subscribe(stateListeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
    retryNow: () => {
      if (state.kind === 'lost') retry()
    },
    files: createFileTransfer(),
    pathForFile,
  }
}

function subscribe<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

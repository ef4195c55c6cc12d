import { inject, type InjectionKey } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { HostEvent } from '../../core/contract/events.ts'
import type { RpcClient } from '../../core/contract/index.ts'

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** The host went away; the next try is under way or will be at `retryAt` (epoch ms). */
  | { readonly kind: 'lost'; readonly attempt: number; readonly retryAt: number }
  /** The host does not know this page; only a new link helps. */
  | { readonly kind: 'refused'; readonly error: WireError | undefined }

/** The one wire to the host. `client` may be called in any state; calls made while not open fail with `rpc.disconnected`. */
export interface Connection {
  readonly client: RpcClient
  state(): ConnectionState
  onState(listener: (state: ConnectionState) => void): () => void
  onEvent(listener: (event: HostEvent) => void): () => void
  /** Does not wait for the next planned try. */
  retryNow(): void
  /** The bytes behind a path from `files.ticket`. */
  readonly files: FileTransfer
  /** The real path of a dropped file; undefined where the host does not tell (a browser). */
  pathForFile(file: File): string | undefined
}

export interface FileTransfer {
  /** PUTs the bytes and answers the host's JSON. */
  put(path: string, body: Blob, signal?: AbortSignal): Promise<unknown>
  get(path: string, signal?: AbortSignal): Promise<string>
  blob(path: string): Promise<Blob>
}

export const connectionKey: InjectionKey<Connection> = Symbol('connection')

/** For stores only: the page's connection, provided by the composition root. */
export function useConnection(): Connection {
  const connection = inject(connectionKey)
  if (!connection) throw new Error('No connection was provided to the app.')
  return connection
}

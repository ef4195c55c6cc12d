import type { Client } from '@modelcontextprotocol/client'
import type { Folders } from './types.ts'

/** Tells a server that it may ask for its folders again, whenever they change; returns the undo. Newer servers ask with each call and are told nothing. */
export function tellRoots(client: Client, folders: Folders, onError: (error: unknown) => void): () => void {
  if (client.getProtocolEra() === 'modern') return () => undefined
  return folders.onChange(() => void client.notification({ method: 'notifications/roots/list_changed' }).catch(onError))
}

import type { Client } from '@modelcontextprotocol/client'

/** Asks a server to say when a resource changes. One that does not offer it is left alone. */
export async function watchResource(client: Client, uri: string): Promise<void> {
  if (!client.getServerCapabilities()?.resources?.subscribe) return
  if (client.getProtocolEra() === 'modern') await client.listen({ resourceSubscriptions: [uri] })
  else await client.subscribeResource({ uri })
}

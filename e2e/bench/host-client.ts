import { WebSocket } from 'ws'
import { createClient, type RpcConnection } from '../../core/contract/client.ts'

/** A client on the bridge of `mewcode serve`, in the place of the page, by the link that it printed. */
export async function connectHost(link: string): Promise<RpcConnection> {
  const { origin, hash } = new URL(link)
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/bridge`, { origin })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const { token, window: windowId } = Object.fromEntries(new URLSearchParams(hash.slice(1)))
  const client = createClient(
    {
      send: (frame) => socket.send(JSON.stringify(frame)),
      onFrame(listener) {
        const onMessage = (data: unknown): void => listener(JSON.parse(String(data)))
        socket.on('message', onMessage)
        return () => socket.off('message', onMessage)
      },
      onClose(listener) {
        const onClose = (_code: number, reason: Buffer): void => listener(String(reason))
        socket.on('close', onClose)
        return () => socket.off('close', onClose)
      },
      close: () => socket.close(),
    },
    { hello: { appVersion: 'bench', ...(token && { token }), ...(windowId && { windowId }) } },
  )
  await client.ready
  return client
}

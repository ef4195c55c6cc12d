import type { ClientTransport } from '../../core/contract/client.ts'
import type { HostFrame } from '../../core/contract/frames.ts'

/** What the preload puts on `window`; a letterbox for frames, and the path of a dropped file. */
export interface PreloadBridge {
  send(frame: unknown): void
  onFrame(listener: (frame: HostFrame) => void): () => void
  pathForFile(file: File): string
}

declare global {
  interface Window {
    readonly mewcode?: PreloadBridge
  }
}

/** Electron: the bridge lives as long as the page. */
export function bridgeTransport(bridge: PreloadBridge): ClientTransport {
  return {
    send: (frame) => bridge.send(frame),
    onFrame: (listener) => bridge.onFrame(listener),
    onClose: () => () => undefined,
    close: () => undefined,
  }
}

/** Serve: one socket. Frames sent before it is open wait for it. */
export function socketTransport(socket: WebSocket): ClientTransport {
  const waiting: string[] = []
  socket.addEventListener('open', () => {
    for (const text of waiting.splice(0)) socket.send(text)
  })
  return {
    send(frame) {
      const text = JSON.stringify(frame)
      if (socket.readyState === WebSocket.CONNECTING) waiting.push(text)
      else socket.send(text)
    },
    onFrame(listener) {
      const onMessage = (event: MessageEvent<string>): void => {
        const frame: HostFrame = JSON.parse(event.data)
        listener(frame)
      }
      socket.addEventListener('message', onMessage)
      return () => socket.removeEventListener('message', onMessage)
    },
    onClose(listener) {
      const onClose = (event: CloseEvent): void => listener(event.reason)
      socket.addEventListener('close', onClose)
      return () => socket.removeEventListener('close', onClose)
    },
    close: () => socket.close(),
  }
}

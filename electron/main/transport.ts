import type { IpcMainEvent, WebContents } from 'electron'
import type { Connection, ConnectionOptions } from '../../core/rpc/index.ts'
import { FRAME_CHANNEL } from '../preload/channel.ts'
import { isOwnPage } from './origin.ts'

export type FrameContents = Pick<WebContents, 'ipc' | 'mainFrame' | 'on' | 'send' | 'isDestroyed'>

/** Opens the host's end for one page; the window it belongs to is known by construction. */
export type OpenConnection = (wire: Pick<ConnectionOptions, 'send' | 'onEnd'>) => Connection

/** Carries the frames of one window, a connection for every page it loads. Only the main frame of our own origin is heard. */
export function carryFrames(contents: FrameContents, open: OpenConnection): void {
  let connection: Connection | undefined
  let navigating = false

  const close = (): void => {
    connection?.close()
    connection = undefined
  }

  contents.ipc.on(FRAME_CHANNEL, (event, frame: unknown) => {
    if (!isOwnMainFrame(event, contents)) return
    // The new page may speak before its navigation is announced; its greeting must not reach the old page's connection.
    if (navigating && isGreeting(frame)) {
      navigating = false
      close()
    }
    connection ??= open({
      send: (answer) => contents.isDestroyed() || contents.send(FRAME_CHANNEL, answer),
      onEnd: () => (connection = undefined),
    })
    connection.receive(frame)
  })

  // A reload keeps the WebContents, so the old page's calls must be aborted here. A navigation that a guard refuses starts but never
  // arrives: only arrival ends the page.
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) navigating = true
  })
  contents.on('did-navigate', () => {
    if (navigating) close()
    navigating = false
  })
  contents.on('render-process-gone', close)
  contents.on('destroyed', close)
}

function isOwnMainFrame({ senderFrame }: IpcMainEvent, { mainFrame }: FrameContents): boolean {
  // Null once the frame has navigated away: a late word of a page that is gone.
  return senderFrame !== null && senderFrame === mainFrame && isOwnPage(senderFrame.url)
}

function isGreeting(frame: unknown): boolean {
  return typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === 'hello'
}

import { EventEmitter } from 'node:events'
import { FRAME_CHANNEL } from '../preload/channel.ts'

/** For tests: one window's `webContents` and its page's `ipcRenderer`; what crosses is structured-cloned and arrives later, in order. */
export function fakeWindow() {
  const contents = new EventEmitter()
  const ipc = new EventEmitter()
  const page = new EventEmitter()
  let frame = { url: 'mewcode-app://app/' }
  let destroyed = false
  const later = (deliver: () => void): void => void setImmediate(deliver)
  Object.assign(contents, {
    ipc,
    isDestroyed: () => destroyed,
    send(channel: string, value: unknown) {
      const copy = structuredClone(value)
      later(() => page.emit(channel, {}, copy))
    },
  })
  Object.defineProperty(contents, 'mainFrame', { get: () => frame })
  return {
    contents,
    page,
    /** What a frame of this window sends; the main frame of our own page unless told. */
    send(value: unknown, senderFrame: unknown = frame) {
      const copy = structuredClone(value)
      later(() => ipc.emit(FRAME_CHANNEL, { senderFrame }, copy))
    },
    mainFrame: () => frame,
    startNavigation: (details = {}) => contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false, ...details }),
    arrive(url = 'mewcode-app://app/') {
      frame = { url }
      contents.emit('did-navigate')
    },
    crash: () => contents.emit('render-process-gone', {}, { reason: 'crashed' }),
    destroy() {
      destroyed = true
      contents.emit('destroyed')
    },
  }
}

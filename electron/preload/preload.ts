import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { FRAME_CHANNEL } from './channel.ts'

/** The letterbox between the page and the host: frames pass unread, both ways. */
contextBridge.exposeInMainWorld('mewcode', {
  send: (frame: unknown) => ipcRenderer.send(FRAME_CHANNEL, frame),
  /** Returns its undo. */
  onFrame: (deliver: (frame: unknown) => void) => {
    const listener = (_event: unknown, frame: unknown): void => deliver(frame)
    ipcRenderer.on(FRAME_CHANNEL, listener)
    return () => void ipcRenderer.off(FRAME_CHANNEL, listener)
  },
  /** The path of a dropped file; empty for one that is not on disk. */
  pathForFile: (file: File) => webUtils.getPathForFile(file),
})

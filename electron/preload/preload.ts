import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** The letterbox between the page and the host: frames pass unread, both ways. */
contextBridge.exposeInMainWorld('mewcode', {
  send: (frame: unknown) => ipcRenderer.send('frame', frame),
  onFrame: (deliver: (frame: unknown) => void) => {
    const listener = (_event: unknown, frame: unknown): void => deliver(frame)
    ipcRenderer.on('frame', listener)
    return () => void ipcRenderer.off('frame', listener)
  },
  /** The path of a dropped file; empty for one that is not on disk. */
  pathForFile: (file: File) => webUtils.getPathForFile(file),
})

/**
 * Where a packed product's file lies on the disk itself: programs are not started from inside Electron's archive, and what others
 * than this process read (commands the agent runs) cannot look into it. `electron-builder.yml` says what is unpacked.
 */
export function outsideArchive(path: string): string {
  return path.replace(/\bapp\.asar(?=$|[\\/])/, 'app.asar.unpacked')
}

import { nativeImage, Tray } from 'electron'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../resources/tray')
/** A Mac colours the drawing for its bar, by its name. */
const FILES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'trayTemplate.png', win32: 'tray.ico' }

export function makeTray(): Tray {
  const icon = nativeImage.createFromPath(join(FOLDER, FILES[process.platform] ?? 'tray.png'))
  // The system would draw nothing, and the app would be out of reach.
  if (icon.isEmpty()) throw new Error('The icon of the tray cannot be read')
  return new Tray(icon)
}

import { realpathSync } from 'node:fs'
import path from 'node:path'

/** Where links lead, so that places compare; a folder that is not there yet stands for itself. */
export function realPlace(folder: string): string {
  try {
    return realpathSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return path.resolve(folder)
    throw error
  }
}

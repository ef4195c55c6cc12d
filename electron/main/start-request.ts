import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In the taskbar's list of Windows. */
export const HOME_SWITCH = '--home'

/** What a start of the app asks for. */
export type StartRequest =
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'home' }
  /** The app alone. */
  | { readonly kind: 'front' }

export interface StartedIn {
  readonly cwd: string
  /** A packed program is its own app; else Electron is started with the app's folder as its first word. */
  readonly isPackaged: boolean
}

/**
 * Reads the words of a start (`mewcode FOLDER`, `electron APP FOLDER`). Chromium puts switches of its own among those of a second
 * start, before every other word.
 */
export function readStart(argv: readonly string[], { cwd, isPackaged }: StartedIn): StartRequest {
  const link = argv.find((word) => word.startsWith('mewcode://'))
  if (link !== undefined) return { kind: 'link', address: link }
  const found = argv.slice(1).filter((word) => !word.startsWith('-'))[isPackaged ? 0 : 1]
  const path = found === undefined ? undefined : folderOf(found, cwd)
  if (path !== undefined) return { kind: 'folder', path }
  return { kind: argv.includes(HOME_SWITCH) ? 'home' : 'front' }
}

/** Desktops of Linux hand over the folder's `file:` address. */
function folderOf(word: string, cwd: string): string | undefined {
  if (!word.startsWith('file:')) return resolve(cwd, word)
  // One with a host is a folder of another machine.
  return URL.canParse(word) && new URL(word).host === '' ? pathOf(word) : undefined
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address)
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return undefined
    throw error
  }
}

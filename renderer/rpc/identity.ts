const TOKEN_KEY = 'mewcode.token'
const WINDOW_KEY = 'mewcode.window'

export interface Identity {
  readonly token: string | undefined
  /** Undefined: Home. */
  readonly windowId: string | undefined
}

/**
 * Who this tab is to the host: from the link's fragment `#token=…&window=…`, which is wiped from the address bar and kept in
 * the tab's own storage, so that a reload presents it again and a copied address gives nothing away.
 */
export function readIdentity(): Identity {
  takeFragment()
  return { token: sessionStorage.getItem(TOKEN_KEY) ?? undefined, windowId: sessionStorage.getItem(WINDOW_KEY) ?? undefined }
}

/** A link pasted into this tab only changes the fragment: the page becomes that window by loading anew. Returns the undo. */
export function followLinks(): () => void {
  const follow = (): void => {
    if (takeFragment()) location.reload()
  }
  window.addEventListener('hashchange', follow)
  return () => window.removeEventListener('hashchange', follow)
}

/** Keeps what the link says and wipes it from the address bar; false when there is no link. */
function takeFragment(): boolean {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const token = fragment.get('token')
  if (!token) return false
  sessionStorage.setItem(TOKEN_KEY, token)
  keepWindow(fragment.get('window') ?? undefined)
  history.replaceState(null, '', location.pathname + location.search)
  return true
}

/** Turns this tab into the window `windowId`, or into Home. Takes effect with the next load of the page. */
export function becomeWindow(windowId: string | undefined): void {
  keepWindow(windowId)
  location.reload()
}

/** A link that opens the window in another tab. */
export function windowLink(windowId: string): string {
  const fragment = new URLSearchParams({ token: sessionStorage.getItem(TOKEN_KEY) ?? '', window: windowId })
  return `${location.origin}/#${fragment.toString()}`
}

function keepWindow(windowId: string | undefined): void {
  if (windowId) sessionStorage.setItem(WINDOW_KEY, windowId)
  else sessionStorage.removeItem(WINDOW_KEY)
}

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
  const fragment = new URLSearchParams(location.hash.slice(1))
  const token = fragment.get('token')
  if (token) {
    sessionStorage.setItem(TOKEN_KEY, token)
    keepWindow(fragment.get('window') ?? undefined)
    history.replaceState(null, '', location.pathname + location.search)
  }
  return { token: sessionStorage.getItem(TOKEN_KEY) ?? undefined, windowId: sessionStorage.getItem(WINDOW_KEY) ?? undefined }
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

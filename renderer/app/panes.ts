const FOCUSABLE = 'a[href], button:not(:disabled), textarea, input, [tabindex="0"]'

/** Moves the focus to the pane of the window after (1) or before (-1) the one it is in; panes are marked `data-pane`. */
export function goToPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.offsetParent !== null)
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const start = at < 0 && step < 0 ? 0 : at
  for (let turn = 1; turn <= panes.length; turn += 1) {
    const pane = panes[(start + step * turn + panes.length * 2) % panes.length]
    if (!pane) continue
    // One that holds words alone, as the status bar may, is read out as a whole.
    pane.tabIndex = -1
    const target = pane.querySelector<HTMLElement>('[data-composer-input]') ?? pane.querySelector<HTMLElement>(FOCUSABLE) ?? pane
    target.focus()
    return
  }
}

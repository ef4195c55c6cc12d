/** A person in the middle of typing keeps the focus; the card waits in sight. */
export function mayTakeFocus(): boolean {
  const active = document.activeElement
  if (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) return active.value === ''
  // A card that is being read, a dialog or a menu keeps it too.
  return !active?.closest('[data-approval-id], [role="dialog"], [role="menu"]')
}

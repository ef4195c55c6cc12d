/** After an answer: the next question, else the message box. */
export function keepFocusNear(): void {
  const next = document.querySelector<HTMLElement>('[data-approval-title]') ?? document.querySelector<HTMLElement>('[data-composer-input]')
  next?.focus()
}

/** The question's title, so that what it says is read first and no key answers it by accident. */
export function focusApproval(approvalId: string): void {
  const card = [...document.querySelectorAll<HTMLElement>('[data-approval-id]')].find((one) => one.dataset['approvalId'] === approvalId)
  card?.scrollIntoView({ block: 'nearest' })
  card?.querySelector<HTMLElement>('[data-approval-title]')?.focus({ preventScroll: true })
}

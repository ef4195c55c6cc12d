interface KeyPress {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
}

/**
 * The key belongs to an input method that is composing a word: Enter there takes a candidate and must not send.
 * Safari and some methods end the composition before the key arrives and say so by key code 229 only.
 */
export function isImeKey(event: KeyPress): boolean {
  return event.isComposing || event.keyCode === 229 || event.key === 'Process'
}

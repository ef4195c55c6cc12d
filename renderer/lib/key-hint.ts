/** Whether this machine's keyboard has ⌘ where others have Ctrl. */
export function isMac(userAgent: string = navigator.userAgent): boolean {
  return userAgent.includes('Mac OS')
}

/** `⌘,` or `Ctrl ,`, for hints beside what the shortcut does. */
export function keyHint(key: string): string {
  return isMac() ? `⌘${key}` : `Ctrl ${key}`
}

/** Whether this machine's keyboard has ⌘ where others have Ctrl. */
export function isMac(userAgent: string = navigator.userAgent): boolean {
  return userAgent.includes('Mac OS')
}

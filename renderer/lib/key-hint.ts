/** A shortcut as this machine's keyboard shows it: `⌘O` or `Ctrl O`. */
export function keyHint(key: string, platform: string = navigator.platform): string {
  return platform.startsWith('Mac') ? `⌘${key}` : `Ctrl ${key}`
}

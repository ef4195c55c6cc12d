/** Electron's names for what a page may ask, and Chromium's for the same. */
export const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  geolocation: ['geolocation'],
  'local-fonts': ['local-fonts'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  notifications: ['notifications'],
  'storage-access': ['storage-access'],
}

import type { Environment } from './platform.ts'

/** What a program needs to find itself, its files and its language. */
const PASSED: ReadonlySet<string> = new Set([
  ...['HOME', 'LANG', 'LANGUAGE', 'LOGNAME', 'PATH', 'SHELL', 'TEMP', 'TERM', 'TMP', 'TMPDIR', 'TZ', 'USER'],
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT'],
  ...['USERNAME', 'USERPROFILE', 'WINDIR'],
])

/** The few variables of the person's that programs get which are told all else. */
export function minimalEnvironment(env: Environment): Record<string, string> {
  const passed = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && (PASSED.has(name.toUpperCase()) || name.startsWith('LC_')) ? [[name, value] as const] : [],
  )
  return Object.fromEntries(passed)
}

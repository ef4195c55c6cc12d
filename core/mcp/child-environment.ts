import type { Environment } from '../platform/index.ts'

/** What a program needs to find itself, its files and its language; all else must be configured. */
const PASSED: ReadonlySet<string> = new Set([
  ...['HOME', 'LANG', 'LANGUAGE', 'LOGNAME', 'PATH', 'SHELL', 'TEMP', 'TERM', 'TMP', 'TMPDIR', 'TZ', 'USER'],
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT'],
  ...['USERNAME', 'USERPROFILE', 'WINDIR'],
])

/** The environment a server gets: a few variables of the person's and what its entry says. */
export function serverEnvironment(env: Environment, configured: Readonly<Record<string, string>>): Record<string, string> {
  const passed = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && (PASSED.has(name.toUpperCase()) || name.startsWith('LC_')) ? [[name, value] as const] : [],
  )
  return { ...Object.fromEntries(passed), ...configured }
}

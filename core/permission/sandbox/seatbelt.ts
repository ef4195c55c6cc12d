import type { Room } from './bubblewrap.ts'
import type { Program } from './types.ts'

/** The program under macOS's `sandbox-exec`. It has no temp folder of its own there: `TMPDIR` names the session's. */
export function inSeatbelt(sandboxExec: string, program: Program, room: Room): Program {
  return {
    ...program,
    command: sandboxExec,
    args: ['-p', seatbeltProfile(room), '--', program.command, ...program.args],
    env: { ...program.env, TMPDIR: room.privateTemp },
  }
}

/** The last line that fits decides. */
export function seatbeltProfile({ writable, readable, privateTemp, readOnly, hidden, anchored, network }: Room): string {
  return [
    '(version 1)',
    '(allow default)',
    ...(network === 'all' ? [] : ['(deny network*)']),
    // What a launched service does is not held by this profile.
    '(deny appleevent-send)',
    '(deny mach-lookup (global-name "com.apple.coreservices.launchservicesd"))',
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    ...hidden.map(({ path }) => hide(path)),
    `(allow file-read* file-write* ${subpaths(writable)})`,
    ...hidden.filter(({ path }) => writable.some((folder) => isBelow(path, folder))).map(({ path }) => hide(path)),
    ...readable.map((folder) => `(allow file-read* ${subpaths([folder])})`),
    `(allow file-write* ${subpaths([privateTemp])})`,
    ...readOnly.map(({ path }) => `(deny file-write* ${subpaths([path])})`),
    ...anchored.map(({ path }) => `(deny file-write-unlink ${literal(path)})`),
  ].join('\n')
}

function hide(path: string): string {
  return `(deny file-read* file-write* ${subpaths([path])})`
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${quoted(path)})`).join(' ')
}

function literal(path: string): string {
  return `(literal ${quoted(path)})`
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}

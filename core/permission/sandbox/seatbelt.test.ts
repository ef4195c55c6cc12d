import { expect, it } from 'vitest'
import type { Room } from './bubblewrap.ts'
import { inSeatbelt, seatbeltProfile } from './seatbelt.ts'

const room: Room = {
  writable: ['/Users/me/my "shop"'],
  readable: ['/Users/me/.mewcode/sessions/one'],
  network: 'none',
  privateTemp: '/Users/me/.mewcode/sessions/one/tmp',
  tempFolders: ['/private/tmp'],
  anchored: [{ path: '/Users/me/my "shop"/.git', kind: 'folder' }],
  readOnly: [{ path: '/Users/me/my "shop"/.git/hooks', kind: 'folder' }],
  hidden: [
    { path: '/Users/me/.mewcode', kind: 'folder' },
    { path: '/Users/me/.ssh', kind: 'folder' },
  ],
}

it('denies writes and the network, then opens the project, then closes what decides what runs later', () => {
  expect(seatbeltProfile(room).split('\n')).toEqual([
    '(version 1)',
    '(allow default)',
    '(deny network*)',
    '(deny appleevent-send)',
    '(deny mach-lookup (global-name "com.apple.coreservices.launchservicesd"))',
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    '(deny file-read* file-write* (subpath "/Users/me/.mewcode"))',
    '(deny file-read* file-write* (subpath "/Users/me/.ssh"))',
    String.raw`(allow file-read* file-write* (subpath "/Users/me/my \"shop\""))`,
    '(allow file-read* (subpath "/Users/me/.mewcode/sessions/one"))',
    '(allow file-write* (subpath "/Users/me/.mewcode/sessions/one/tmp"))',
    String.raw`(deny file-write* (subpath "/Users/me/my \"shop\"/.git/hooks"))`,
    String.raw`(deny file-write-unlink (literal "/Users/me/my \"shop\"/.git"))`,
  ])
})

it('hides a secret that lies in the project all the same, and leaves the session what it needs', () => {
  const home = { ...room, writable: ['/Users/me'], readOnly: [], anchored: [] }
  expect(seatbeltProfile(home).split('\n').slice(-4)).toEqual([
    '(deny file-read* file-write* (subpath "/Users/me/.mewcode"))',
    '(deny file-read* file-write* (subpath "/Users/me/.ssh"))',
    '(allow file-read* (subpath "/Users/me/.mewcode/sessions/one"))',
    '(allow file-write* (subpath "/Users/me/.mewcode/sessions/one/tmp"))',
  ])
})

it('runs the program with the temp folder of its session', () => {
  const held = inSeatbelt(
    '/usr/bin/sandbox-exec',
    { command: '/bin/zsh', args: ['-c', 'ls'], cwd: '/x', env: { TMPDIR: '/tmp', A: '1' } },
    room,
  )
  expect([held.command, held.args.slice(-3), held.cwd, held.env]).toEqual([
    '/usr/bin/sandbox-exec',
    ['/bin/zsh', '-c', 'ls'],
    '/x',
    { A: '1', TMPDIR: room.privateTemp },
  ])
})

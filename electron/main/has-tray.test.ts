import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasTray } from './has-tray.ts'

let folder = ''
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'mewcode-tray-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A session bus that answers what is asked for with this. */
async function bus(script: string): Promise<NodeJS.ProcessEnv> {
  await writeFile(join(folder, 'dbus-send'), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, 'dbus-send'), 0o755)
  return { PATH: folder }
}
const says = (value: string): string =>
  `case "$*" in *--dest=org.kde.StatusNotifierWatcher*IsStatusNotifierHostRegistered) echo "   variant       boolean ${value}";; *) exit 2;; esac`

it('a Linux desktop has a tray where something shows its icons', async () => {
  expect(await hasTray('linux', await bus(says('true')))).toBe(true)
  expect(await hasTray('linux', await bus(says('false')))).toBe(false)
})

it('there is none where nobody answers, or where nobody can be asked', async () => {
  expect(await hasTray('linux', await bus('echo "boolean true"; exit 1'))).toBe(false)
  expect(await hasTray('linux', { PATH: join(folder, 'nothing') })).toBe(false)
})

it('Windows and macOS always have one', async () => {
  expect([await hasTray('win32', {}), await hasTray('darwin', {})]).toEqual([true, true])
})

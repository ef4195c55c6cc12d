import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inKeyringSession } from '../testing/keyring-session.ts'
import { requires } from '../testing/requires.ts'

const missing =
  process.platform === 'linux'
    ? requires('the OS keychain', ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'])
    : ['a Secret Service']

interface Answer {
  answer: unknown
  ms: number
}

let folder: string
let home: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mewcode-keyring-'))
  home = join(folder, 'mewcode')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function answers(output: string): Answer[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{"answer"'))
    .map((line) => JSON.parse(line))
}

describe.skipIf(missing.length > 0)('the keychain of the system', { timeout: 30_000 }, () => {
  it('keeps a key that a second process and other programs read back', async () => {
    const output = await inKeyringSession(
      { folder, keyring: 'unlocked' },
      `$KEYCHAIN ${home} 9000 problem 'set|provider:x|sk-密钥-1' 'set|provider:a|2'
       $KEYCHAIN ${home} 9000 'get|provider:x' list 'get|provider:none' 'delete|provider:x' 'delete|provider:x' list
       secret-tool lookup service mewcode username provider:a`,
    )
    expect(answers(output).map(({ answer }) => answer)).toEqual([
      null,
      null,
      null,
      'sk-密钥-1',
      ['provider:a', 'provider:x'],
      null,
      true,
      false,
      ['provider:a'],
    ])
    expect(output.trimEnd().endsWith('}\n2')).toBe(true)
  })

  it('reads and removes an entry that keytar wrote', async () => {
    const output = await inKeyringSession(
      { folder, keyring: 'unlocked' },
      `printf old-key | secret-tool store --label=x service mewcode account provider:old
       $KEYCHAIN ${home} 9000 'get|provider:old' 'set|provider:old|new-key' 'get|provider:old' 'delete|provider:old' 'get|provider:old'`,
    )
    expect(answers(output).map(({ answer }) => answer)).toEqual(['old-key', null, 'new-key', true, null])
  })

  it('keeps long values encrypted in a file of the person alone, and only the key to it in the keychain', async () => {
    const long = 'sk-long-'.repeat(300)
    const first = await inKeyringSession(
      { folder, keyring: 'unlocked' },
      `$KEYCHAIN ${home} 9000 'set|provider:x|older${long}' 'set|provider:x|${long}' && $KEYCHAIN ${home} 9000 'get|provider:x'
       secret-tool lookup service mewcode username provider:x`,
    )
    expect(answers(first).at(-1)?.answer).toBe(long)
    expect(first).toMatch(/^mewcode-sealed:[0-9a-f]{32}:/m)
    const secrets = readdirSync(join(home, 'secrets'))
    expect(secrets).toHaveLength(1)
    const file = join(home, 'secrets', secrets[0] ?? '')
    expect(readFileSync(file).includes('sk-long-')).toBe(false)
    expect([statSync(file).mode & 0o777, statSync(join(home, 'secrets')).mode & 0o777]).toEqual([0o600, 0o700])

    const bytes = readFileSync(file)
    writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]))
    const second = await inKeyringSession(
      { folder, keyring: 'unlocked' },
      `$KEYCHAIN ${home} 9000 'get|provider:x' list 'delete|provider:x'`,
    )
    expect(answers(second).map(({ answer }) => answer)).toEqual([
      { code: 'keychain.damaged', account: 'provider:x', folder: join(home, 'secrets') },
      ['provider:x'],
      true,
    ])
    expect(readdirSync(join(home, 'secrets'))).toEqual([])
  })

  it('says why there is none, and asks nobody a second time', async () => {
    const calls = "problem 'get|provider:x' list 'set|provider:x|1' problem"
    const lines = answers(await inKeyringSession({ folder, keyring: 'no bus' }, `$KEYCHAIN ${home} 9000 ${calls}`))
    const detail = lines[0]?.answer
    const unavailable = { code: 'keychain.unavailable', backend: 'Secret Service', detail }
    expect(detail).toMatch(/\w{5}/)
    expect(lines.map(({ answer }) => answer)).toEqual([detail, unavailable, unavailable, unavailable, detail])
    expect(lines.slice(1, 3).every(({ ms }) => ms < 50)).toBe(true)
  })

  it('says so when the keyring stays locked, and keeps nothing half', async () => {
    const calls = `'set|provider:x|${'long'.repeat(500)}' 'get|provider:x' problem`
    const [set, get, problem] = answers(await inKeyringSession({ folder, keyring: 'none' }, `$KEYCHAIN ${home} 9000 ${calls}`))
    expect(set?.answer).toMatchObject({ code: 'keychain.unavailable', detail: problem?.answer })
    expect(get?.answer).toEqual(set?.answer)
    expect(existsSync(join(home, 'secrets')) ? readdirSync(join(home, 'secrets')) : []).toEqual([])
  })

  it.each(["'get|provider:x' problem", 'list problem'])('gives up on a keyring that hangs (%s) and ends all the same', async (calls) => {
    const startedAt = performance.now()
    const output = await inKeyringSession(
      { folder, keyring: 'unlocked' },
      `secret-tool lookup no such
       daemon=$(dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus /org/freedesktop/DBus \
         org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets | awk '{ print $2 }')
       kill -STOP $daemon
       $KEYCHAIN ${home} 1000 ${calls}; kill -KILL $daemon`,
    )
    const [first, problem] = answers(output)
    expect(first?.answer).toMatchObject({ code: 'keychain.unavailable', detail: problem?.answer })
    expect(problem?.ms).toBeLessThan(50)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModelServer, type ModelServer, type ModelStep } from '../testing/index.ts'
import { inKeyringSession } from '../testing/keyring-session.ts'
import { requires } from '../testing/requires.ts'

const KEY = 'sk-planted-in-the-keychain-77f1'
/** As `npm run build` left it; `npm run test:slow` builds first. */
const entry = resolve(import.meta.dirname, '../../out/cli/entry.js')
const endless: ModelStep = { text: 'one moment', gate: new Promise(() => undefined) }

let base: string
let model: ModelServer | undefined

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-process-')))
  for (const folder of ['home', 'project']) mkdirSync(join(base, folder))
})
afterEach(async () => {
  await model?.close()
  rmSync(base, { recursive: true, force: true })
})

async function configure(script: ModelStep[]): Promise<ModelServer> {
  model = await startModelServer({ protocol: 'anthropic', script, key: KEY })
  const provider = ['name: fake', 'protocol: anthropic', `base_url: ${model.baseUrl}`, 'model: claude-sonnet-5-5']
  writeFileSync(join(base, 'home/config.yaml'), `providers:\n  - ${provider.join('\n    ')}\n`)
  return model
}

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; out: string; err: string }>
}

function start(...args: string[]): Started {
  writeFileSync(join(base, 'home/secrets.yaml'), `provider:fake: ${KEY}\n`, { mode: 0o600 })
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home'), DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  const child = spawn(process.execPath, [entry, ...args], { cwd: join(base, 'project'), env })
  const text = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text.out += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text.err += piece))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((done) => {
    child.on('close', (code) => done({ code, ...text }))
  })
  return { child, ended }
}

describe('the process', { timeout: 30_000 }, () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('on %s cancels the turn, prints its ending and exits %d', async (signal, code) => {
    const { received } = await configure([endless])
    const { child, ended } = start('run', '--output', 'stream-json', 'go')
    await received(1)
    child.kill(signal)
    const result = await ended
    const last = result.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .findLast(({ type }) => type === 'turn.finished')
    expect([result.code, last.stopReason, result.err]).toEqual([code, 'cancelled', ''])
  })

  it('ends its turn when nobody reads its output any more', async () => {
    await configure([{ text: 'long '.repeat(40_000) }])
    const { child, ended } = start('run', '--output', 'stream-json', 'go')
    child.stdout?.once('data', () => child.stdout?.destroy())
    expect(await ended).toMatchObject({ code: 130, err: '' })
  })

  it('serves until a signal, with the link alone on stdout', async () => {
    const { child, ended } = start('serve', '--project', '.')
    const link = await new Promise<string>((found) => child.stdout?.once('data', (text: string) => found(text)))
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}&window=[\w-]+\n$/)
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 0, out: link, err: '' })
    // The link opens everything; it is in no file.
    const kept = readdirSync(base, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    const token = /token=([\w-]+)/.exec(link)?.[1] ?? 'no token'
    for (const file of kept) expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(token)
  })
})

const missing =
  process.platform === 'linux' ? requires('keys on the command line', ['dbus-run-session', 'gnome-keyring-daemon']) : ['a Secret Service']

describe.skipIf(missing.length > 0)('keys', { timeout: 60_000 }, () => {
  it('go from standard input into the keychain, serve another process, and show nowhere', async () => {
    const { requests } = await configure([{ text: 'the key was right' }])
    const mew = `'${process.execPath}' '${entry}'`
    const output = await inKeyringSession(
      { folder: base, keyring: 'unlocked' },
      `export MEWCODE_HOME='${base}/home'; cd '${base}/project'
       printf '${KEY}\\n' | ${mew} keys set fake
       ${mew} run hello
       ${mew} keys list --json
       ${mew} keys delete fake
       ${mew} run hello; echo "exit $?"`,
    )
    expect(requests.map(({ headers }) => JSON.stringify(headers).includes(KEY))).toEqual([true])
    expect(output).toContain(`fake  keychain provider:fake …${KEY.slice(-4)}\nthe key was right\n[\n`)
    expect(output).toMatch(/exit [12]\n$/)
    const kept = readdirSync(join(base, 'home'), { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    for (const text of [output, ...kept.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))])
      expect(text).not.toContain(KEY)
  })
})

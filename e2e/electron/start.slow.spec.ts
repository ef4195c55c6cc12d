import { expect, test } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

let home = ''
let server: Server
let npm: ChildProcess
let output = ''

test.beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mewcode-start-'))
  output = ''
  server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
test.afterEach(async () => {
  if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid!, 'SIGKILL')
  server.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

test('`npm start` says why Electron cannot be had, serves the page, and ends cleanly on Ctrl-C', async () => {
  const mirror = mirrorAt(server)
  server.close()
  start({ ELECTRON_MIRROR: mirror })
  const link = await printedLink(30_000)
  expect(output).toContain(`Electron could not be fetched from ${mirror}: `)
  expect(output.match(/MewCode opens in the browser instead/g)).toHaveLength(1)
  const page = await fetch(link)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')])
  expect((await groupOf(npm.pid!)).length).toBeGreaterThan(1)
  await endsCleanlyOnCtrlC()
})

test('a mirror that says nothing is given up after 20 s, and not tried again that day', async () => {
  test.setTimeout(120_000)
  // Connections are accepted and never answered.
  start({ ELECTRON_MIRROR: mirrorAt(server) })
  await printedLink(60_000)
  expect(output).toContain('no byte came for 20 s')
  await endsCleanlyOnCtrlC()
  output = ''
  start({ ELECTRON_MIRROR: mirrorAt(server) })
  await printedLink(40_000)
  expect(output).not.toContain('Fetching Electron')
  expect(output).toContain('no byte came for 20 s')
  await endsCleanlyOnCtrlC()
})

function mirrorAt(listening: Server): string {
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`
}

function start(extra: Record<string, string>): void {
  const env = { ...process.env, HOME: home, MEWCODE_HOME: join(home, '.mewcode'), ...extra }
  // A process group of its own, as a terminal's foreground job has.
  npm = spawn('npm', ['start'], { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [npm.stdout, npm.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
}

async function printedLink(timeoutMs: number): Promise<string> {
  await expect.poll(() => output, { timeout: timeoutMs }).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#token=/)
  return /(http:\/\/127\.0\.0\.1:\d+\/)#token=/.exec(output)![1]!
}

/** The shell that npm puts between dies of the signal itself, after its child; an end that npm complains about is not clean. */
async function endsCleanlyOnCtrlC(): Promise<void> {
  const closed = once(npm, 'close')
  process.kill(-npm.pid!, 'SIGINT')
  const [code, signal] = await closed
  expect(code === 0 || signal === 'SIGINT').toBe(true)
  expect(output).not.toContain('npm error')
  expect(await groupOf(npm.pid!)).toEqual([])
}

/** Living processes of a process group. */
async function groupOf(pid: number): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found: string[] = []
  for (const candidate of pids) {
    const stat = await readFile(`/proc/${candidate}/stat`, 'utf8').catch(() => '')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(group) === pid && state !== 'Z') found.push(candidate)
  }
  return found
}

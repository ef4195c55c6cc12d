import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { contentText } from '../contract/content-text.ts'
import { connectCore, type ConnectCoreOptions, type ConnectedCore } from '../testing/index.ts'

let app: ConnectedCore
afterEach(() => app.close())

/** Commands are let through; what the person set is about the sandbox alone. */
async function start(setup: ConnectCoreOptions, level?: string): Promise<void> {
  app = await connectCore({ ...setup, options: { rules: { allow: ['Bash'], deny: [] }, ...setup.options } })
  if (level !== undefined) writeFileSync(path.join(app.platform.paths.home, 'settings.yaml'), `sandbox: ${level}\n`)
}
const bash = (command: string, more: object = {}) => ({ calls: [{ name: 'bash', input: { command, ...more } }] })
const results = (): string[] => app.events.of('tool.finished').map(({ content }) => contentText(content))
const sleeping = (seconds: number): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${seconds}\0`
    } catch {
      return false
    }
  }).length
const noBwrap = { PATH: '/nowhere' }

describe.runIf(process.platform === 'linux')('sandbox: required, with bubblewrap', () => {
  it('blocks writes outside of the project and the network, in every mode', async () => {
    let reached = 0
    const server = createServer((_, answer) => answer.end(String((reached += 1))))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const ask = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`
    const outside = path.join(path.resolve(import.meta.dirname, '../../out'), `escaped-${process.pid}`)
    await start({ script: [bash(`echo hi > made; cat made; echo hi > ${outside}`), bash(ask), { text: 'Done.' }] }, 'required')
    await app.run('go', { mode: 'bypassPermissions' })
    server.close()
    expect(results()[0]).toMatch(/hi[\s\S]*(Read-only file system|No such file or directory)/)
    expect(results()[1]).toContain('Connection refused')
    expect([app.project.has('made'), existsSync(outside), reached]).toEqual([true, false, 0])
    expect(await app.rpc.permissions.sandbox({})).toMatchObject({
      level: 'required',
      backend: 'bubblewrap',
      source: { kind: 'user', line: 1 },
    })
  })

  it('holds background shells too, and a stop ends all they started', async () => {
    const command = 'setsid sleep 30017 & echo x > /etc/mewcode-escaped; echo ready; sleep 30018'
    await start({ script: [bash(command, { background: true }), { text: 'Started.' }] }, 'on')
    const sessionId = await app.newSession('bypassPermissions')
    await app.run('go', { sessionId })
    expect(results()[0]).toMatch(/^Runs in the background[\s\S]*Read-only file system/)
    const [shell] = (await app.rpc.shells.list({ sessionId })) ?? []
    await app.rpc.shells.stop({ sessionId, shellId: shell?.shellId ?? '' })
    const [after] = (await app.rpc.shells.list({ sessionId })) ?? []
    expect([after?.state, sleeping(30017), sleeping(30018)]).toEqual(['stopped', 0, 0])
  })

  it('a cancelled turn ends what runs in it', async () => {
    await start({ script: [bash('echo started > made; (sleep 30019 &) ; sleep 30020')] }, 'on')
    const sessionId = await app.newSession('bypassPermissions')
    await app.rpc.turns.start({ sessionId, text: 'go' })
    while (!app.project.has('made')) await new Promise((resolve) => setImmediate(resolve))
    await app.rpc.turns.cancel({ sessionId })
    expect((await app.events.waitFor('turn.finished')).stopReason).toBe('cancelled')
    expect(results()[0]).toContain('Interrupted')
    expect([sleeping(30019), sleeping(30020)]).toEqual([0, 0])
  })
})

describe('without a sandbox on this machine', () => {
  it('required refuses every command, before anybody is asked, and names the setting', async () => {
    await start({ script: [bash('echo hi > made'), { text: 'No.' }], env: noBwrap, options: {} }, 'required')
    await app.run('go', { mode: 'bypassPermissions' })
    expect(results()[0]).toMatch(/`sandbox: required` is set in .*settings\.yaml/)
    expect(app.project.has('made')).toBe(false)
    expect(app.events.of('approval.requested')).toEqual([])
    expect(await app.rpc.permissions.check({ tool: 'bash', input: { command: 'ls' } })).toMatchObject({
      decision: 'deny',
      layer: 'sandbox',
      reasonCode: 'permission.sandbox_required',
    })
    const checks = await app.rpc.app.doctor({})
    expect(checks.find(({ id }) => id === 'sandbox')).toMatchObject({ state: 'warn', problem: { code: 'doctor.no_sandbox' } })
  })

  it('on runs them and says so', async () => {
    await start({ script: [bash('echo hi > made'), { text: 'Done.' }], env: noBwrap }, 'on')
    await app.run('go', { mode: 'bypassPermissions' })
    expect(app.project.has('made')).toBe(true)
    expect(app.events.of('notice').map(({ code }) => code)).toContain('permission.sandbox_unavailable')
  })
})

it('a project sets a stricter level, never a looser one, and one nobody can read is the strictest', async () => {
  await start({ files: { '.mewcode/settings.yaml': 'sandbox: required\n' } })
  const level = async (): Promise<string> => (await app.rpc.permissions.sandbox({})).level
  expect(await level()).toBe('required')
  app.project.write('.mewcode/settings.yaml', 'sandbox: off\n')
  await app.rpc.settings.set({ sandbox: 'on' })
  expect(await level()).toBe('on')
  app.project.write('.mewcode/settings.yaml', 'sandbox: requird\n')
  expect(await level()).toBe('required')
})

describe('a hook', () => {
  const outside = path.join(path.resolve(import.meta.dirname, '../../out'), `hook-escaped-${process.pid}`)
  async function runHook(env?: Record<string, string>): Promise<unknown[]> {
    const script = [{ calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, { text: 'Done.' }]
    await start({ script, files: { 'a.txt': 'x' }, ...(env && { env }) }, 'required')
    const command = `echo in > from-hook; echo out > '${outside}' || true`
    const rule = `{ name: writes, event: PreToolUse, action: { type: shell, command: "${command}" } }`
    writeFileSync(path.join(app.platform.paths.home, 'hooks.yaml'), `hooks:\n  - ${rule}\n`)
    await app.run('go')
    const outcomes = app.events.of('hook.finished').map(({ outcome }) => outcome)
    return [outcomes, app.project.has('from-hook'), existsSync(outside)]
  }

  it.runIf(process.platform === 'linux')('is held at required: it writes into the project and not outside of it', async () => {
    expect(await runHook()).toEqual([['passed'], true, false])
  })

  it('is not run where it must be held and cannot be', async () => {
    expect(await runHook(noBwrap)).toEqual([['failed'], false, false])
  })
})

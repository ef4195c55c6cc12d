import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProcess } from '../../platform/index.ts'
import { createSandbox, type Sandbox, type SandboxPlaces } from './index.ts'

/** The second where the folder is not even there: below a temp folder. */
const NOT_WRITTEN = /Read-only file system|No such file or directory/

let base: string
let project: string
let sessionDir: string
let home: string
let sandbox: Sandbox
beforeEach(() => {
  // Not in the temp folder, which is another one in the sandbox; a checkout may still lie there.
  const out = path.resolve(import.meta.dirname, '../../../out')
  mkdirSync(out, { recursive: true })
  base = realpathSync(mkdtempSync(path.join(out, 'sandbox-test-')))
  project = path.join(base, 'my 项目 🦀')
  home = path.join(base, 'user/.mewcode')
  sessionDir = path.join(home, 'sessions/one')
  for (const folder of [project, path.join(base, 'outside'), path.join(base, 'temp'), sessionDir, path.join(base, 'user/.ssh')])
    mkdirSync(folder, { recursive: true })
  sandbox = sandboxOf()
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const sandboxOf = (env: Record<string, string | undefined> = process.env): Sandbox =>
  createSandbox({ env, folders: { home, userHome: path.join(base, 'user'), temp: path.join(base, 'temp') } })

/** Runs the line as `bash` would and answers its code and what it printed. */
async function run(line: string, extraFolders: readonly string[] = []): Promise<string> {
  const program = { command: '/bin/bash', args: ['-c', line], cwd: project, env: { PATH: process.env['PATH'] ?? '' } }
  const held = await sandbox.hold(program, { projectRoot: project, sessionDir, extraFolders }, { level: 'required', source: undefined })
  let said = ''
  const spec = { ...held, onOutput: (_: string, chunk: Buffer) => void (said += chunk.toString('utf8')) }
  const { code } = await runProcess(spec, { timeoutMs: 10_000, signal: new AbortController().signal })
  return `${code} ${said.trim()}`
}

const put = (relative: string, text: string): string => {
  const file = path.join(base, relative)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe.runIf(process.platform === 'linux')('a command in bubblewrap', () => {
  it('writes in the project and nowhere else', async () => {
    const outside = path.join(base, 'outside/x')
    expect(await run('echo hi > in && cat in')).toBe('0 hi')
    expect(readFileSync(path.join(project, 'in'), 'utf8')).toBe('hi\n')
    expect(await run(`echo hi > ${outside}`)).toMatch(NOT_WRITTEN)
    expect(await run(`ln -s ${outside} link && echo hi > link`)).toMatch(NOT_WRITTEN)
    // Root in particular must not take the mounts apart.
    expect(await run(`mount -o remount,rw / 2>&1; umount ${base} 2>&1; echo hi > ${outside}`)).toMatch(NOT_WRITTEN)
    expect(existsSync(outside)).toBe(false)
  })

  it('writes in folders the person added, but not where a link has come in the place of one', async () => {
    const [added, outside] = ['added', 'outside'].map((name) => path.join(base, name))
    put('added/.git/config', '[core]\n')
    expect(await run(`echo hi > ${added}/x && cat ${added}/x`, [`${added}`])).toBe('0 hi')
    expect(await run(`echo evil > ${added}/.git/config`, [`${added}`])).toMatch(/^1 .*Read-only file system/)
    rmSync(`${added}`, { recursive: true })
    symlinkSync(`${outside}`, `${added}`)
    expect(await run(`echo hi > ${added}/x`, [`${added}`])).toMatch(NOT_WRITTEN)
    expect(existsSync(`${outside}/x`)).toBe(false)
  })

  it('reaches no server of this machine', async () => {
    const server: Server = createServer((_, answer) => answer.end('reached'))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const ask = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`
    let seen = 0
    server.on('connection', () => (seen += 1))
    expect(await run(ask)).toContain('Connection refused')
    expect(seen).toBe(0)
    const open = await runProcess(
      { command: '/bin/bash', args: ['-c', ask], cwd: project, env: {}, onOutput: () => undefined },
      { timeoutMs: 5_000, signal: new AbortController().signal },
    )
    expect([open.code, seen]).toEqual([0, 1])
    server.close()
  })

  it('does not change what decides what runs later, nor moves it away', async () => {
    put('my 项目 🦀/.git/config', '[core]\n')
    put('my 项目 🦀/.git/hooks/pre-commit', 'mine')
    put('my 项目 🦀/.git/modules/sub/config', 'sub')
    put('my 项目 🦀/.mewcode/settings.yaml', 'permissions: {}\n')
    put('my 项目 🦀/.mewcode.yaml', '{}\n')
    const files = [
      '.git/config',
      '.git/hooks/pre-commit',
      '.git/hooks/new',
      '.git/modules/sub/config',
      '.mewcode/settings.yaml',
      '.mewcode.yaml',
    ]
    for (const file of files)
      expect([file, await run(`echo evil > ${file}`)]).toEqual([file, expect.stringMatching(/^1 .*Read-only file system/)])
    const moves = ['mv .git x', 'mv .mewcode x', 'rm -rf .git/hooks', 'mv .mewcode.yaml x']
    for (const line of moves) expect([line, await run(line)]).toEqual([line, expect.stringMatching(/^1 /)])
    expect(await run('echo ref > .git/HEAD && echo skill > .mewcode/notes && cat .git/hooks/pre-commit')).toBe('0 mine')
  })

  it('gives a repository without hooks none', async () => {
    put('my 项目 🦀/.git/config', '[core]\n')
    expect(await run('mkdir -p .git/hooks && echo evil > .git/hooks/pre-commit')).toMatch(/^1 /)
    expect(existsSync(path.join(project, '.git/hooks/pre-commit'))).toBe(false)
  })

  it('reads no keys, and of MewCode only the session', async () => {
    put('user/.ssh/id_ed25519', 'key')
    put('user/.netrc', 'key')
    put('user/.mewcode/config.yaml', 'key')
    put('user/.mewcode/sessions/one/spill/a', 'spilled')
    put('user/.mewcode/sessions/two/spill/a', 'other')
    const user = path.join(base, 'user')
    expect(await run(`cat ${user}/.ssh/id_ed25519 ${user}/.mewcode/config.yaml ${home}/sessions/two/spill/a`)).not.toMatch(/key|other/)
    expect(await run(`cat ${user}/.netrc; test -r /etc/passwd && cat ${sessionDir}/spill/a`)).toBe('0 spilled')
    expect(await run(`echo x > ${sessionDir}/spill/a`)).toMatch(/^1 /)
  })

  it('has a temp folder of its session', async () => {
    put('temp/theirs', 'x')
    expect(await run(`ls ${base}/temp /var/tmp; echo kept > /tmp/mine-of-the-sandbox`)).not.toContain('theirs')
    expect(await run(`cat /tmp/mine-of-the-sandbox ${base}/temp/mine-of-the-sandbox`)).toBe('0 kept\nkept')
    expect(existsSync('/tmp/mine-of-the-sandbox')).toBe(false)
  })

  it('sees no process but its own, and no socket of a service', async () => {
    expect(await run(`kill -0 ${process.pid} 2>&1`)).toContain('No such process')
    expect(await run('ls /run')).not.toMatch(/docker|dbus|user/)
  })
})

describe('where nothing can be sandboxed', () => {
  const program = { command: '/bin/true', args: [], cwd: '/', env: {} }
  const places = (): SandboxPlaces => ({ projectRoot: project, sessionDir, extraFolders: [] })

  it('refuses at required, naming the file, and runs as it is at on', async () => {
    const none = sandboxOf({ PATH: path.join(base, 'outside') })
    const source = { kind: 'user', file: 'settings.yaml', line: 1 } as const
    await expect(none.hold(program, places(), { level: 'required', source })).rejects.toMatchObject({
      code: 'permission.sandbox_required',
      params: { file: 'settings.yaml' },
    })
    expect(await none.hold(program, places(), { level: 'on', source })).toBe(program)
    expect(await none.problem()).not.toBeUndefined()
  })

  it.runIf(process.platform === 'linux')('takes one that does not work, or that the project brings, for none', async () => {
    const fake = put('outside/bwrap', '#!/bin/sh\necho no user namespaces >&2\nexit 1\n')
    rmSync(fake)
    writeFileSync(fake, '#!/bin/sh\necho no user namespaces >&2\nexit 1\n', { mode: 0o755 })
    expect(await sandboxOf({ PATH: path.join(base, 'outside') }).problem()).toBe('no user namespaces')
    writeFileSync(path.join(project, 'bwrap'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const brought = sandboxOf({ PATH: project }).hold(program, places(), { level: 'required', source: undefined })
    await expect(brought).rejects.toMatchObject({ code: 'permission.sandbox_required' })
  })

  it('leaves the program alone at off', async () => {
    expect(await sandboxOf().hold(program, places(), { level: 'off', source: undefined })).toBe(program)
  })
})

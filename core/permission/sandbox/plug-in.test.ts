import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProcess } from '../../platform/index.ts'
import { createSandbox, type OwnSandbox, type Sandbox } from './index.ts'
import type { SandboxRules } from './types.ts'

const nobody = { level: 'off', source: undefined } as const
const required = { level: 'required', source: { kind: 'user', file: 'settings.yaml' } } as const
const policy = { level: 'required', source: { kind: 'policy', file: 'managed.yaml' } } as const
const anyLevel: SandboxRules = { inForce: nobody, policy: undefined }

let base: string
let project: string
let sandbox: Sandbox
const servers: Server[] = []
beforeEach(() => {
  // Not in the temp folder, which is another one in the sandbox.
  const out = path.resolve(import.meta.dirname, '../../../out')
  mkdirSync(out, { recursive: true })
  base = realpathSync(mkdtempSync(path.join(out, 'plug-in-test-')))
  project = path.join(base, 'my 项目')
  for (const folder of ['my 项目', 'outside', 'user/.mewcode/hooks', 'user/.ssh', 'temp'])
    mkdirSync(path.join(base, folder), { recursive: true })
  sandbox = sandboxOf()
})
afterEach(async () => {
  await sandbox.close()
  for (const server of servers.splice(0)) server.close()
  rmSync(base, { recursive: true, force: true })
})

function sandboxOf(env: Record<string, string | undefined> = process.env): Sandbox {
  const userHome = path.join(base, 'user')
  return createSandbox({ env, folders: { home: path.join(userHome, '.mewcode'), userHome, temp: path.join(base, 'temp') } })
}

async function run(program: readonly [string, ...string[]], own: OwnSandbox, rules: SandboxRules): Promise<string> {
  const [command, ...args] = program
  const places = { projectRoot: project, extraFolders: [], own, source: undefined }
  const held = await sandbox.holdPlugIn({ command, args, cwd: project, env: { PATH: process.env['PATH'] ?? '' } }, places, rules)
  let said = ''
  const spec = { ...held, onOutput: (_: string, chunk: Buffer) => void (said += chunk.toString('utf8')) }
  const { code } = await runProcess(spec, { timeoutMs: 10_000, signal: new AbortController().signal })
  return `${code} ${said.trim()}`
}
const shell = (line: string, own: OwnSandbox, rules: SandboxRules = anyLevel): Promise<string> => run(['/bin/bash', '-c', line], own, rules)

async function listen(answer: string): Promise<number> {
  const server = createServer((_, response) => response.end(answer))
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const direct = (port: number): string => `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`

describe.runIf(process.platform === 'linux')('a server or hook in bubblewrap', () => {
  it('writes to the project, a temp folder of its own and the folders its entry names, and reads no keys', async () => {
    writeFileSync(path.join(base, 'user/.ssh/id'), 'key')
    writeFileSync(path.join(base, 'user/.mewcode/hooks/mine.sh'), 'echo from a hook')
    const line = `echo hi > in; echo tmp > /tmp/t && cat /tmp/t ${base}/temp/t; echo x > ${base}/outside/x; cat ${base}/user/.ssh/id; sh ${base}/user/.mewcode/hooks/mine.sh`
    const said = await shell(line, 'required')
    expect(said).toMatch(/^0 tmp\ntmp\n/)
    expect(said).toContain('Read-only file system')
    expect(said).toContain('from a hook')
    expect(said).not.toMatch(/^key$/m)
    expect([readFileSync(path.join(project, 'in'), 'utf8'), existsSync(path.join(base, 'outside/x'))]).toEqual(['hi\n', false])
    const write = [path.join(base, 'outside'), '~/notes']
    mkdirSync(path.join(base, 'user/notes'))
    expect(await shell(`echo x > ${base}/outside/x && echo x > ${base}/user/notes/x`, { network: 'all', write })).toBe('0 ')
    expect(await shell(`cat ${base}/user/.ssh/id`, { network: 'all', write: ['~/.ssh'] })).toMatch(/^1 .*No such file/)
    await sandbox.close()
    expect(readdirSync(path.join(base, 'temp'))).toEqual([])
  })

  it('keeps what its package manager fetches, and nothing beside it', async () => {
    const npx = path.join(base, 'npx')
    const cache = path.join(base, 'user/.npm')
    writeFileSync(npx, `#!/bin/sh\necho fetched > ${cache}/x && cat ${cache}/x; echo evil > ${base}/user/evil\n`, { mode: 0o755 })
    expect(await run([npx], 'required', anyLevel)).toMatch(/^\d fetched\n.*Read-only file system/)
    expect(await run(['/bin/sh', npx], 'required', anyLevel)).toMatch(/x: Read-only file system/)
  })

  it('reaches the network, unless its entry names hosts', async () => {
    const port = await listen('reached')
    expect(await shell(direct(port), 'required')).toMatch(/reached$/)
    expect(await shell(direct(port), { network: [`127.0.0.1:${port}`], write: [] })).toMatch(/Connection refused/)
  })

  it('reaches the hosts its entry names through a proxy, by request and by tunnel, and no other', async () => {
    const [listed, other] = [await listen('reached'), await listen('not this')]
    const own = { network: [`127.0.0.1:${listed}`, '*.example.invalid'], write: [] }
    // By the variables alone, as any program would: `http` sends the whole address, `fetch` asks for a tunnel.
    const ask = `
      const { get } = require('node:http')
      const plain = (url) => new Promise((done) => get(url, (answer) => {
        let text = ''
        answer.on('data', (piece) => (text += piece)).on('end', () => done(answer.statusCode + ' ' + text))
      }))
      const tunnel = (url) => fetch(url).then(async (answer) => answer.status + ' ' + (await answer.text()), () => 'refused')
      const [listed, other] = ['http://127.0.0.1:${listed}/', 'http://127.0.0.1:${other}/']
      Promise.all([plain(listed), tunnel(listed), plain(other), tunnel(other), plain('http://127.0.0.1.example.com:${listed}/'), tunnel('https://example.com')])
        .then((all) => console.log(all.join(', ')))
        .then(() => process.exit(7))`
    expect(await run([process.execPath, '-e', ask], own, anyLevel)).toBe('7 200 reached, 200 reached, 403 , refused, 403 , refused')
  })
})

describe('which level holds for a plug-in', () => {
  const held = async (own: OwnSandbox, rules: SandboxRules): Promise<string> => {
    sandbox = sandboxOf({ PATH: path.join(base, 'outside') })
    return shell('echo ran', own, rules).catch((error: { code: string; params: { file: string } }) => `${error.code} ${error.params.file}`)
  }
  it('is the one in force, else its own, and never less than a policy', async () => {
    expect(await held('inherit', anyLevel)).toBe('0 ran')
    expect(await held('inherit', { inForce: required, policy: undefined })).toBe('permission.sandbox_required settings.yaml')
    expect(await held('off', { inForce: required, policy: undefined })).toBe('0 ran')
    expect(await held('off', { inForce: required, policy })).toBe('permission.sandbox_required managed.yaml')
  })

  it('is required, and fails closed, where its entry asks for a sandbox of its own', async () => {
    expect(await held('required', anyLevel)).toMatch(/^permission\.sandbox_required/)
    expect(await held({ network: 'all', write: [] }, anyLevel)).toMatch(/^permission\.sandbox_required/)
    expect(await held({ network: ['example.com'], write: [] }, anyLevel)).toMatch(/^permission\.sandbox_required/)
  })
})

import { appendFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectCore, mcpFixture, mcpYaml, type ConnectCoreOptions, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
let outside: string
beforeEach(() => {
  // Not in the temp folder, which is another one in the sandbox.
  const out = path.resolve(import.meta.dirname, '../../out')
  mkdirSync(out, { recursive: true })
  outside = path.join(realpathSync(mkdtempSync(path.join(out, 'mcp-sandbox-'))), 'escaped')
})
afterEach(async () => {
  await core.close()
  rmSync(path.dirname(outside), { recursive: true, force: true })
})

/** A good server whose start also writes into the project and out of it. */
function writing(more: object = {}) {
  const { command, args, env } = mcpFixture('13-env-report')
  const line = `echo in > from-server; echo out > '${outside}'; exec '${command}' '${args[0]}'`
  return { type: 'stdio', command: '/bin/sh', args: ['-c', line], env, ...more }
}

async function open(servers: Parameters<typeof mcpYaml>[0], level: string, setup: ConnectCoreOptions = {}): Promise<void> {
  rmSync(outside, { force: true })
  core = await connectCore(setup)
  writeFileSync(path.join(core.platform.paths.home, 'settings.yaml'), `sandbox: ${level}\n`)
  // What the window began to read as it opened has come to its end.
  await core.rpc.mcp.status({})
  appendFileSync(path.join(core.platform.paths.home, 'config.yaml'), mcpYaml(servers))
  await core.rpc.mcp.status({})
}
const states = async (): Promise<unknown[]> => (await core.rpc.mcp.list({})).map(({ name, state, problem }) => [name, state, problem?.code])

describe.runIf(process.platform === 'linux')('a stdio server in bubblewrap', () => {
  it('works, writes into the project, and not outside of it', async () => {
    await open({ own: writing() }, 'required')
    expect(await states()).toEqual([['own', 'ready', undefined]])
    expect([core.project.has('from-server'), existsSync(outside)]).toEqual([true, false])
  })

  it('is held by what its entry says where nothing else is set, and by nothing where the entry says so', async () => {
    await open({ own: writing({ sandbox: { write: [path.dirname(outside)] } }) }, 'off')
    expect([await states(), existsSync(outside)]).toEqual([[['own', 'ready', undefined]], true])
    await core.close()
    await open({ own: writing({ sandbox: 'required' }) }, 'off')
    expect([await states(), existsSync(outside)]).toEqual([[['own', 'ready', undefined]], false])
    await core.close()
    await open({ own: writing({ sandbox: 'off' }) }, 'required')
    expect([await states(), existsSync(outside)]).toEqual([[['own', 'ready', undefined]], true])
  })
})

it('is not started where it must be held and cannot be, and names the setting; one that need not be is', async () => {
  await open({ held: writing(), own: mcpFixture('13-env-report'), loose: { ...writing(), sandbox: 'off' } }, 'required', {
    env: { PATH: '/nowhere' },
  })
  expect(await states()).toEqual([
    ['held', 'failed', 'permission.sandbox_required'],
    ['loose', 'ready', undefined],
    ['own', 'failed', 'permission.sandbox_required'],
  ])
})

it("a project's entry can ask for more, never for less, and what it asks is on the card", async () => {
  core = await connectCore({ env: { PATH: '/nowhere' } })
  writeFileSync(path.join(core.platform.paths.home, 'settings.yaml'), 'sandbox: required\n')
  core.project.write('.mewcode.yaml', mcpYaml({ own: writing({ sandbox: 'off' }) }))
  const { items } = await core.rpc.trust.show({})
  expect(items.map(({ text }) => text.split('\n').at(-1))).toEqual(['sandbox: off'])
  await core.rpc.trust.allow({ items: items.map(({ key, hash }) => ({ key, hash })) })
  await core.rpc.mcp.status({})
  expect([await states(), existsSync(outside)]).toEqual([[['own', 'failed', 'permission.sandbox_required']], false])
})

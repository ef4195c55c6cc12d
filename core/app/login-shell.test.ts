import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askLoginShell } from '../platform/index.ts'
import { connectCore, mcpFixture, mcpYaml, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'

let home: string
let core: ConnectedCore | undefined
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-login-')))
})
afterEach(async () => {
  const closing = core
  core = undefined
  await closing?.close()
  rmSync(home, { recursive: true, force: true })
})

function write(name: string, text: string): void {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

it('programs that only the login shell knows are found by the shell tool, by hooks and for MCP servers, `npx` among them', async () => {
  const npx = mcpFixture('13-env-report')
  // What a version manager does: a folder of its own, put on the path by the shell's start files.
  write('versions/bin/npx', `#!/bin/sh\nexec '${npx.command}' '${npx.args[0]}'\n`)
  write('versions/bin/only-here', '#!/bin/sh\necho "found $1 $FROM_PROFILE"\n')
  write('.bash_profile', 'export PATH="$HOME/versions/bin:/usr/bin:/bin" FROM_PROFILE=yes FAKE_KEY_FILE=x\n')
  const env = { SHELL: '/bin/bash', HOME: home, PATH: '', FAKE_KEY: PLANTED_KEY }
  const loginShell = askLoginShell(env, { home })
  core = await connectCore({
    loginShell,
    providerYaml: mcpYaml({ reports: { type: 'stdio', command: 'npx', args: ['-y', 'some-server'] } }),
    script: [{ calls: [{ name: 'bash', input: { command: 'only-here tool' } }] }, { text: 'done' }],
  })
  const hook = { name: 'h', event: 'UserPromptSubmit', action: { type: 'shell', command: `only-here hook > '${home}/hook.txt'` } }
  writeFileSync(join(core.platform.paths.home, 'hooks.yaml'), JSON.stringify({ hooks: [hook] }))
  await core.run('go', { mode: 'bypassPermissions' })
  const [, second] = core.model.requests
  expect(JSON.stringify(second?.body)).toContain('found tool yes')
  expect(readFileSync(join(home, 'hook.txt'), 'utf8')).toBe('found hook \n')
  expect(await core.rpc.mcp.status({})).toMatchObject([{ name: 'reports', state: 'ready' }])
  expect((await core.rpc.app.doctor({})).find(({ id }) => id === 'environment')).toEqual({
    id: 'environment',
    state: 'ok',
    detail: '/bin/bash',
  })
})

it('a check asks the shell again, and says when it does not answer', async () => {
  write('.bash_profile', 'exit 1\n')
  const loginShell = askLoginShell({ SHELL: '/bin/bash', HOME: home, PATH: '/usr/bin:/bin', FAKE_KEY: PLANTED_KEY }, { home })
  core = await connectCore({ loginShell })
  const environment = async (refresh: boolean) => (await core?.rpc.app.doctor({ refresh }))?.find(({ id }) => id === 'environment')
  expect(await environment(false)).toMatchObject({
    state: 'warn',
    problem: { code: 'doctor.login_shell_broken', params: { shell: '/bin/bash' } },
  })
  write('.bash_profile', 'export PATH="$HOME/new:$PATH"\n')
  expect(await environment(false)).toMatchObject({ state: 'warn' })
  expect(await environment(true)).toMatchObject({ state: 'ok' })
  expect(core.platform.env['PATH']).toContain(`${home}/new:`)
  expect(core.appEvents.map(({ type }) => type)).toContain('settings.changed')
})

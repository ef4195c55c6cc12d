import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HookTrial } from '../../contract/hooks.ts'
import { alive, connectCore, type ConnectedCore } from '../../testing/index.ts'
import { publicWeb } from '../../tools/index.ts'
import { runShell } from './run-shell.ts'
import type { RunDeps } from './types.ts'

let core: ConnectedCore

const runDeps: Pick<RunDeps, 'confine' | 'web' | 'allowedHosts' | 'isSecretVariable' | 'transcriptOf' | 'runSubagent' | 'onAgent'> = {
  confine: async (program) => program,
  web: publicWeb(),
  allowedHosts: [],
  isSecretVariable: () => true,
  transcriptOf: async () => '',
  runSubagent: undefined,
  onAgent: () => undefined,
}

beforeAll(async () => {
  core = await connectCore({ env: { FAKE_PASSED: 'yes', OPENAI_API_KEY: 'sk-someone-elses', LC_ALL: 'C.UTF-8' } })
  writeFileSync(join(core.platform.paths.home, 'settings.yaml'), 'shell: { env_passthrough: [FAKE_PASSED, FAKE_KEY, OPENAI_API_KEY] }\n')
})
afterAll(() => core.close())

interface Shell {
  readonly event?: string
  readonly payload?: Record<string, unknown>
  readonly more?: string
}

/** Runs one shell rule for real. */
function shell(command: string, { event = 'PreToolUse', payload = {}, more = '' }: Shell = {}): Promise<HookTrial> {
  const action = JSON.stringify({ type: 'shell', command })
  return core.rpc.hooks.test({ event, payload, text: `hooks:\n  - { name: r, event: ${event}, action: ${action}${more} }\n` })
}

const outcome = ({ blocked, reason, runs }: HookTrial) => ({ blocked, reason, outcome: runs[0]?.outcome, exitCode: runs[0]?.exitCode })

describe('what is written to the program', () => {
  it('is one line of JSON with sorted keys and all that says where it happens', async () => {
    const { runs } = await shell('cat', { payload: { tool_name: 'bash', tool_input: { b: 1, a: { d: 1, c: 2 } } } })
    const line = runs[0]?.stdout ?? ''
    expect(line.endsWith('}\n')).toBe(true)
    expect(line.split('\n')).toHaveLength(2)
    const root = core.project.root
    expect(Object.entries(JSON.parse(line))).toEqual([
      ['cwd', root],
      ['event', 'PreToolUse'],
      ['hook_event_name', 'PreToolUse'],
      ['mode', 'default'],
      ['project_root', root],
      ['session_id', 'test'],
      ['tool_input', { a: { c: 2, d: 1 }, b: 1 }],
      ['tool_name', 'bash'],
      ['turn_id', ''],
    ])
    expect(line.indexOf('"a":')).toBeLessThan(line.indexOf('"b":'))
  })

  it('may be 5 MB that nobody reads, or a pipe that is closed at once', async () => {
    const deps = { ...runDeps, env: process.env, environmentFor: () => ({ PATH: process.env['PATH'] ?? '' }) }
    const given = { payload: 'x'.repeat(5_000_000), timeoutMs: 10_000, signal: new AbortController().signal }
    const place = { sessionId: 's', turnId: '', projectRoot: core.project.root, mode: 'default' } as const
    const said = await Promise.all(
      ['exit 0', 'exec 0<&-; sleep 0.3; exit 2', 'head -c 10 >/dev/null', 'wc -c >&2; exit 2'].map((command) =>
        runShell({ type: 'shell', command, args: undefined, shell: undefined }, { ...given, place }, deps),
      ),
    )
    expect(said.map(({ exitCode, failure, saysNo }) => [exitCode, failure, saysNo])).toEqual([
      [0, undefined, false],
      [2, undefined, true],
      [0, undefined, false],
      [2, undefined, true],
    ])
    expect(Number(said[3]?.reason)).toBe(5_000_001)
  })
})

describe('what the program prints', () => {
  it('keeps characters whole that are cut at the edge of a chunk', async () => {
    const cuts = await Promise.all(
      [65_534, 65_535, 65_536].map((noise) =>
        shell(`head -c ${noise - 34} /dev/zero | tr '\\0' a; printf '\\n{"decision":"block","reason":"中文字符"}'`),
      ),
    )
    expect(cuts.map(({ reason }) => reason)).toEqual(['中文字符', '中文字符', '中文字符'])
  })

  it('shows bytes that are no text as such, and is read to its end however long it is', async () => {
    const [odd, long] = await Promise.all([
      shell(String.raw`printf '\377no' >&2; exit 2`),
      shell(`head -c 3000000 /dev/zero | tr '\\0' a >&2; exit 2`),
    ])
    expect(odd.reason).toBe('\ufffdno')
    expect(long.blocked).toBe(true)
    expect(long.reason.length).toBeLessThan(10_100)
  })

  it('is a decision behind the noise of a profile, and none when it is the payload echoed back', async () => {
    const [noisy, echoed, plain] = await Promise.all([
      shell(`echo 'Welcome {to} nvm'; echo '{"decision":"deny","reason":"found it"}'`),
      shell('cat', { payload: { tool_input: { decision: 'block' }, reason: 'x' } }),
      shell('echo all good'),
    ])
    expect([noisy, echoed, plain].map(outcome)).toEqual([
      { blocked: true, reason: 'found it', outcome: 'blocked', exitCode: 0 },
      { blocked: false, reason: '', outcome: 'passed', exitCode: 0 },
      { blocked: false, reason: '', outcome: 'passed', exitCode: 0 },
    ])
    // Where plain words are context the echo is just that.
    const { prompts } = await shell('cat', { event: 'UserPromptSubmit', payload: { prompt: 'hi', reason: 'x' } })
    expect(prompts).toEqual([expect.stringContaining('"prompt":"hi"')])
  })
})

describe('how the program ends', () => {
  it('blocks with 2 whatever it printed, and with nothing else', async () => {
    const said = await Promise.all([
      shell('exit 2'),
      shell('echo why >&2; exit 2'),
      shell('echo only here; exit 2'),
      shell(`echo '{"decision":"allow","reason":"but no"}'; exit 2`),
      shell('echo oops >&2; exit 1'),
      shell('kill -9 $$'),
    ])
    expect(said.map(outcome)).toEqual([
      { blocked: true, reason: 'blocked by the hook (exit code 2)', outcome: 'blocked', exitCode: 2 },
      { blocked: true, reason: 'why', outcome: 'blocked', exitCode: 2 },
      { blocked: true, reason: 'only here', outcome: 'blocked', exitCode: 2 },
      { blocked: true, reason: 'but no', outcome: 'blocked', exitCode: 2 },
      { blocked: false, reason: '', outcome: 'failed', exitCode: 1 },
      { blocked: false, reason: '', outcome: 'failed', exitCode: null },
    ])
    expect(said[4]?.runs[0]?.reason).toBe('it ended with code 1: oops')
  })

  it('is no verdict when the program or its interpreter could not start', async () => {
    core.project.write(
      'bin/python3',
      `#!/bin/sh\necho "python3: can't open file '/x/gone.py': [Errno 2] No such file or directory" >&2\nexit 2\n`,
    )
    const said = await Promise.all([
      shell('./gone.sh'),
      shell('sh ./gone.sh'),
      shell('sh bin/python3 gone.py'),
      shell('if then'),
      core.rpc.hooks.test({
        event: 'PreToolUse',
        payload: {},
        text: 'hooks:\n  - { name: r, event: PreToolUse, action: { type: shell, args: [no-such-program-anywhere] } }\n',
      }),
    ])
    expect(said.map(({ blocked, runs }) => [blocked, runs[0]?.outcome])).toEqual(said.map(() => [false, 'failed']))
  })

  it('settles and leaves nothing behind when it hangs, ignores the polite signal, or has children that hold the pipe', async () => {
    const pidOf = (name: string): number => Number(readFileSync(join(core.project.root, name), 'utf8'))
    const startedAt = performance.now()
    const said = await Promise.all([
      shell('echo $$ > hang; sleep 300', { more: ', timeout: 300ms' }),
      shell('trap "" TERM; echo $$ > deaf; while :; do sleep 1; done', { more: ', timeout: 300ms' }),
      shell('sleep 300 & echo $! > grandchild; echo no >&2; exit 2'),
      shell('sleep 300 & echo $! > held; sleep 300', { more: ', timeout: 300ms' }),
    ])
    expect(performance.now() - startedAt).toBeLessThan(6_300)
    expect(said.map(outcome).map(({ outcome: one }) => one)).toEqual(['failed', 'failed', 'blocked', 'failed'])
    expect(said[0]?.runs[0]?.reason).toBe('it took longer than 0.3 s')
    expect(alive(['hang', 'deaf', 'grandchild', 'held'].map(pidOf))).toEqual([])
  })
})

describe('where the program runs', () => {
  it('is given what it needs to find itself, what is passed on, and no key', async () => {
    const { runs } = await shell('env')
    const env = new Map((runs[0]?.stdout ?? '').split('\n').map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]))
    expect(env.get('FAKE_PASSED')).toBe('yes')
    expect(env.get('MEWCODE_PROJECT_DIR')).toBe(core.project.root)
    expect(env.get('MEWCODE_HOME')).toBe(core.platform.paths.home)
    expect(env.get('MEWCODE_SESSION_ID')).toBe('test')
    expect(env.get('LC_ALL')).toBe('C.UTF-8')
    for (const name of ['FAKE_KEY', 'OPENAI_API_KEY', 'NODE_OPTIONS']) expect(env.has(name)).toBe(false)
  })

  it('is the project folder, and a folder that is gone is named', async () => {
    const folder = join(core.project.root, '..', 'gone')
    mkdirSync(folder)
    const window = await core.openWindow({ path: folder })
    const text = 'hooks:\n  - { name: r, event: Stop, action: { type: shell, command: "pwd >&2; exit 2" } }\n'
    const test = () => window.rpc.hooks.test({ event: 'Stop', payload: {}, text })
    expect((await test()).reason).toBe(folder)
    rmSync(folder, { recursive: true })
    const { blocked, runs } = await test()
    expect(blocked).toBe(false)
    expect(runs[0]?.reason).toBe(`the folder ${folder} is not there`)
  })

  it('has no shell with args', async () => {
    const text = `hooks:\n  - { name: r, event: Stop, action: { type: shell, args: [printf, '%s', '$HOME; *'] } }\n`
    const { runs } = await core.rpc.hooks.test({ event: 'Stop', payload: {}, text })
    expect(runs[0]?.stdout).toBe('$HOME; *')
  })
})

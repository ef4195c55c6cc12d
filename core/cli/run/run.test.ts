import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { contentText } from '../../contract/content-text.ts'
import type { SessionEvent, SessionEventOf, SessionEventType } from '../../contract/events.ts'
import { startModelServer, tempProject, type ModelScript, type ModelServer, type ModelStep, type TempProject } from '../../testing/index.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import { runCommand } from '../main.ts'

const KEY = 'sk-planted-3c9e5b71a2'

let world: TestWorld

afterEach(async () => {
  await world.close()
  // The model is strict: what it refused was no valid request.
  if (world.model.refusals.length > 0) throw new Error(world.model.refusals.join('; '))
})

const seqs = (events: readonly { seq: number }[]): number[] => events.map(({ seq }) => seq)
const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i)
const hanging: ModelStep = { text: 'thinking about it', gate: new Promise(() => undefined) }

describe.each(['anthropic', 'openai'] as const)('run over %s', (protocol) => {
  it('changes the file, prints every event once in order, and lets the key appear nowhere', async () => {
    const script: ModelStep[] = [
      { text: 'Reading.', calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
      { calls: [{ name: 'edit_file', input: { path: 'a.txt', old_string: 'two', new_string: '二 🦀' } }] },
      { text: 'Done.' },
    ]
    world = await testWorld({ protocol, script, files: { 'a.txt': 'one\ntwo\n' } })
    const result = await world.run(['--mode', 'acceptEdits', 'change it'])
    expect([result.code, result.err, world.project.read('a.txt')]).toEqual([0, '', 'one\n二 🦀\n'])
    expect(seqs(result.events)).toEqual(upTo(result.events.length))
    expect(result.of('session.started')).toMatchObject([{ seq: 1, resumed: false, mode: 'acceptEdits', projectRoot: world.project.root }])
    expect(result.of('tool.finished').map(({ name, isError }) => [name, isError])).toEqual([
      ['read_file', false],
      ['edit_file', false],
    ])
    expect(result.events.at(-1)?.type === 'session.updated' || result.events.at(-1)?.type === 'turn.finished').toBe(true)
    expect(result.of('turn.finished')).toMatchObject([{ stopReason: 'end_turn', text: 'Done.' }])
    expect(result.out + result.err + world.everythingKept()).not.toContain(KEY)
  })
})

it("keeps the provider's key out of every result when the model reads a file that holds it", async () => {
  const call = (name: string, input: Record<string, unknown>): ModelStep => ({ calls: [{ name, input }] })
  const file = `A=1\nKEY=${KEY}\nB=2\n`
  world = await testWorld({
    script: [
      call('read_file', { path: 'keys.txt' }),
      call('grep', { pattern: 'KEY' }),
      call('bash', { command: 'cat keys.txt; seq 1 30000; cat keys.txt' }),
      call('edit_file', { path: 'keys.txt', old_string: 'B=2', new_string: 'B=3' }),
      { text: 'Done.' },
    ],
    files: { 'keys.txt': file },
  })
  const result = await world.run(['--mode', 'bypassPermissions', 'look'])
  expect(result.of('tool.finished').map(({ name, isError }) => [name, isError])).toEqual([
    ['read_file', false],
    ['grep', false],
    ['bash', false],
    ['edit_file', false],
  ])
  expect(contentText(result.of('tool.finished')[0]?.content ?? [])).toContain('KEY=[provider key]')
  expect(result.of('tool.finished')[2]?.meta.spillPath).toBeDefined()
  const told = [result.out, world.everythingKept(), ...world.model.requests.map(({ raw }) => raw)]
  expect(told.map((text) => text.includes(KEY))).toEqual(told.map(() => false))
  expect(world.project.read('keys.txt')).toBe(file.replace('B=2', 'B=3'))
})

it('answers in text with the final answer alone, in json with one object', async () => {
  world = await testWorld({
    script: [{ text: 'First.', calls: [{ name: 'glob', input: { pattern: '*' } }] }, { text: 'Last.' }, { text: 'Again.' }],
  })
  expect(await world.mew(['run', 'go'])).toMatchObject({ code: 0, out: 'Last.\n', err: '' })
  const { code, out } = await world.mew(['run', '--continue', '--output', 'json', 'go'])
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { text: 'Again.', stopReason: 'end_turn', provider: 'fake', projectRoot: world.project.root },
  ])
})

it('takes the prompt from standard input', async () => {
  world = await testWorld({ script: [{ text: 'ok' }] })
  const result = await world.run(['-'], { input: 'two\nlines 中文\n' })
  expect(result.of('turn.started')).toMatchObject([{ prompt: 'two\nlines 中文\n' }])
})

it('goes on with the last session or a named one, numbering on', async () => {
  world = await testWorld({ script: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] })
  const first = await world.run(['alpha'])
  const second = await world.run(['--continue', '--mode', 'plan', 'beta'])
  const third = await world.run(['--session', first.events[0]?.sessionId ?? '', 'gamma'])
  const all = [...first.events, ...second.events, ...third.events]
  expect([first.code, second.code, third.code, seqs(all)]).toEqual([0, 0, 0, upTo(all.length)])
  expect(second.of('session.started')).toMatchObject([{ resumed: true }])
  expect(second.of('mode.changed')).toMatchObject([{ mode: 'plan' }])
  for (const prompt of ['alpha', 'beta', 'gamma']) expect(world.model.requests.at(-1)?.raw).toContain(prompt)
})

it('keeps nothing with --no-save', async () => {
  world = await testWorld({ script: [{ text: 'ok', calls: [{ name: 'bash', input: { command: 'echo x' } }] }, { text: 'ok' }] })
  expect((await world.run(['--no-save', '--allow', 'Bash(echo *)', 'a secret wish'])).code).toBe(0)
  expect(readdirSync(world.home)).toEqual(['config.yaml'])
  expect(world.everythingKept()).not.toContain('a secret wish')
  const { out } = await world.mew(['sessions', 'list', '--json'])
  expect(JSON.parse(out)).toEqual([])
})

it('refuses what would ask, naming the rule that allows it; --allow lets it run, --deny wins', async () => {
  const call = { calls: [{ name: 'bash', input: { command: 'touch made.txt' } }] }
  world = await testWorld({ script: [call, { text: 'no' }, call, { text: 'no' }, call, { text: 'yes' }] })
  const asked = await world.run(['go'])
  expect(asked.of('tool.finished')[0]?.isError).toBe(true)
  expect(JSON.stringify(asked.of('tool.finished')[0]?.content)).toContain('Bash(touch made.txt)')
  await world.run(['--allow', 'Bash(touch *)', '--deny', 'Bash(touch made*)', 'go'])
  expect(world.project.has('made.txt')).toBe(false)
  const allowed = await world.run(['--allow', 'Bash(touch *)', 'go'])
  expect([allowed.of('tool.finished')[0]?.isError, world.project.has('made.txt')]).toEqual([false, true])
})

it('tells the person too what was refused, and the rule that would allow it', async () => {
  const call = { calls: [{ name: 'bash', input: { command: 'touch made.txt' } }] }
  world = await testWorld({ script: [call, { text: 'no' }, call, { text: 'no' }] })
  const reason = 'bash did not run. This runs a command, and the mode asks before that.'
  expect(await world.mew(['run', 'go'])).toMatchObject({
    code: 0,
    out: 'no\n',
    err: `permission.not_run: ${reason}\n  \`--allow\` with the rule Bash(touch made.txt) lets it run.\n`,
  })
  expect((await world.mew(['run', '--deny', 'Bash(touch *)', 'go'])).err).toMatch(/^permission\.\w+: .*Bash\(touch \*\)/)
})

it.each(['Bash(touch *', 'Bsh(touch *)', 'Bash()', ''])('refuses the rule %j, which would never hold', async (rule) => {
  world = await testWorld({ script: [] })
  for (const option of ['--allow', '--deny']) {
    const { code, out, err } = await world.run([`${option}=${rule}`, 'go'])
    expect([code, out, err.split(':')[0]]).toEqual([2, '', rule === '' ? 'usage.missing_argument' : 'usage.bad_value'])
  }
})

it('asks for the model, and sends attachments: the text of a foreign file, and of one of the project with its name', async () => {
  world = await testWorld({ script: [{ text: 'ok' }], files: { 'src/notes.md': '# Plan\nblue door 蓝色\n' } })
  const foreign = join(world.home, 'foreign.txt')
  writeFileSync(foreign, 'red window 红色')
  const result = await world.run(['--model', 'claude-haiku-4-5', '--attach', 'src/notes.md', '--attach', foreign, 'read them'])
  expect([result.code, result.err]).toEqual([0, ''])
  expect(world.model.requests[0]?.body['model']).toBe('claude-haiku-4-5')
  expect(world.model.requests[0]?.raw).toContain('red window 红色')
  expect(world.model.requests[0]?.raw).toContain('blue door 蓝色')
  expect(result.of('turn.started')).toMatchObject([
    { prompt: 'read them\n\n@src/notes.md', attachments: [{ name: 'foreign.txt' }, { name: 'src/notes.md' }] },
  ])
})

it('never waits for a pipe that is to be attached, nor reads a device to its end', async () => {
  world = await testWorld({ script: [] })
  const pipe = join(world.home, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const file of [pipe, '/dev/zero']) {
    const { code, err } = await world.mew(['run', '--attach', file, 'x'])
    expect([code, err.split(':')[0]]).toEqual([2, 'files.unreadable'])
  }
})

it('says which attachment cannot be sent, before anything is asked', async () => {
  world = await testWorld({ script: [], files: { 'image.png': '\u0000\u0001' } })
  expect(await world.run(['--attach', 'nowhere.txt', 'x'])).toMatchObject({
    code: 2,
    out: '',
    err: `files.unreadable: ${world.project.path('nowhere.txt')} cannot be read.\n  Check that the file exists and that you may read it.\n`,
  })
  expect(JSON.parse((await world.mew(['sessions', 'list', '--json'])).out)).toEqual([])
  const binary = await world.run(['--attach', 'image.png', 'x'])
  expect([binary.code, binary.err.split(':')[0]]).toEqual([2, 'files.unsupported'])
  expect(world.model.requests).toEqual([])
})

it.each<{ name: string; script: ModelStep[]; options: string[]; code: number; stopReason: string }>([
  {
    name: 'the step limit',
    script: [{ calls: [{ name: 'glob', input: { pattern: '*' } }] }, { text: 'never' }],
    options: ['--max-turns', '1'],
    code: 3,
    stopReason: 'max_turns',
  },
  { name: 'the time limit', script: [hanging], options: ['--timeout', '300ms'], code: 3, stopReason: 'limit' },
  { name: 'a full answer', script: [{ text: 'cut', stop: 'max_tokens' }], options: [], code: 3, stopReason: 'max_tokens' },
  { name: 'a refusal', script: [{ text: 'no', stop: 'refusal' }], options: [], code: 4, stopReason: 'refusal' },
])('ends by $name with its exit code', async ({ script, options, code, stopReason }) => {
  world = await testWorld({ script })
  const result = await world.run([...options, 'go'])
  expect([result.code, result.of('turn.finished').map((event) => event.stopReason)]).toEqual([code, [stopReason]])
})

it('cancels the turn on a signal, leaves a session that goes on, and says so by its exit code', async () => {
  world = await testWorld({ script: [hanging, { text: 'back again' }] })
  const interrupt = new AbortController()
  const running = world.run(['start'], { interrupted: interrupt.signal })
  await world.model.received(1)
  interrupt.abort(130)
  const stopped = await running
  expect([stopped.code, stopped.of('turn.finished').map(({ stopReason }) => stopReason)]).toEqual([130, ['cancelled']])
  expect(seqs(stopped.events)).toEqual(upTo(stopped.events.length))
  expect((await world.run(['--continue', 'go on'])).of('turn.finished')).toMatchObject([{ stopReason: 'end_turn', text: 'back again' }])
})

it('ends the turn with the reason and 1 when its output cannot be written', async () => {
  world = await testWorld({ script: [{ text: 'answer' }] })
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('ENOSPC: full'), { code: 'ENOSPC' })) })
  stdout.on('error', () => undefined)
  const result = await world.mew(['run', 'go'], { stdout })
  expect([result.code, result.err]).toEqual([1, expect.stringMatching(/^storage\.output_failed: .*ENOSPC: full\n {2}.+\n$/)])
})

it('does not begin when the signal came first', async () => {
  world = await testWorld({ script: [] })
  expect(await world.run(['-'], { interrupted: AbortSignal.abort(143) })).toMatchObject({ code: 143, out: '', err: '' })
  expect(existsSync(join(world.home, 'mewcode.db'))).toBe(false)
})

interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
  /** What `stream-json` printed. */
  readonly events: readonly SessionEvent[]
  of<T extends SessionEventType>(type: T): SessionEventOf<T>[]
}

/** A person's machine in small: a home with one configured provider, a project, and the model behind it. */
interface TestWorld {
  readonly home: string
  readonly project: TempProject
  readonly model: ModelServer
  mew(argv: string[], options?: { input?: string; interrupted?: AbortSignal; cwd?: string; stdout?: Writable }): Promise<CommandResult>
  /** `run --output stream-json` in the project. */
  run(argv: string[], options?: { input?: string; interrupted?: AbortSignal }): Promise<CommandResult>
  /** Everything under the home folder as one text. */
  everythingKept(): string
  close(): Promise<void>
}

async function testWorld({
  script,
  protocol = 'anthropic',
  files = {},
}: {
  script: ModelScript
  protocol?: 'anthropic' | 'openai'
  files?: Record<string, string>
}): Promise<TestWorld> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-cli-')))
  const home = join(base, 'home')
  mkdirSync(home)
  const model = await startModelServer({ protocol, script, key: KEY })
  const project = tempProject(files)
  const name = protocol === 'anthropic' ? 'claude-sonnet-5-5' : 'gpt-5.4'
  const entry = ['name: fake', `protocol: ${protocol}`, `base_url: "${model.baseUrl}"`, 'api_key: "${FAKE_KEY}"', `model: ${name}`]
  writeFileSync(join(home, 'config.yaml'), `default_provider: fake\nproviders:\n  - ${entry.join('\n    ')}\n`)

  const mew: TestWorld['mew'] = async (argv, { input, interrupted, cwd = project.root, stdout } = {}) => {
    const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: home, FAKE_KEY: KEY }
    const terminal = fakeTerminal({ env, cwd, ...(input !== undefined && { input }), ...(interrupted && { interrupted }) })
    const code = await runCommand(argv, stdout ? { ...terminal, stdout } : terminal)
    const [out, err] = [terminal.out(), terminal.err()]
    const events: SessionEvent[] = out.startsWith('{"')
      ? out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
    const of = <T extends SessionEventType>(type: T): SessionEventOf<T>[] =>
      events.filter((event): event is SessionEventOf<T> => event.type === type)
    return { code, out, err, events, of }
  }
  return {
    home,
    project,
    model,
    mew,
    run: (argv, options) => mew(['run', '--output', 'stream-json', ...argv], options),
    everythingKept: () =>
      readdirSync(base, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
        .join('\n'),
    async close() {
      await model.close()
      project.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

import { execFileSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contentText } from '../../core/contract/content-text.ts'
import type { SessionEventType } from '../../core/contract/events.ts'
import { inKeyringSession } from '../../core/testing/keyring-session.ts'
import type { ModelStep } from '../../core/testing/model-server/index.ts'
import { requires } from '../../core/testing/requires.ts'
import { ENTRY } from '../bench/entry.ts'
import { makeWorld, PLANTED_KEY, type WorldOptions } from '../serve/world.ts'
import { eventsOf, filesHolding, numbersFrom, numbersOf, run } from './mew.ts'
import { configure, type Protocol } from './provider.ts'

const missing =
  process.platform === 'linux'
    ? requires('a run with its key in the keychain', ['dbus-run-session', 'gnome-keyring-daemon'])
    : ['a Secret Service of its own']

/** Every kind of call there is, one after the other and side by side. */
const script = (): ModelStep[] => [
  { text: 'I write.', calls: [{ name: 'write_file', input: { path: 'new/a.txt', content: 'one\ntwo\nthree\n' } }] },
  {
    calls: [
      { name: 'read_file', input: { path: 'new/a.txt' } },
      { name: 'glob', input: { pattern: '**/*.txt' } },
      { name: 'grep', input: { pattern: 'two' } },
      { name: 'todo_write', input: { items: [{ content: 'edit', status: 'in_progress', activeForm: 'editing' }] } },
    ],
  },
  { calls: [{ name: 'edit_file', input: { path: 'new/a.txt', old_string: 'two', new_string: 'TWO $& 你好🦀' } }] },
  { calls: [{ name: 'bash', input: { command: 'echo shell ran' } }] },
  { text: 'All is done.' },
  { calls: [{ name: 'read_file', input: { path: 'new/a.txt' } }] },
  { text: 'It is still there.' },
]

const cases = (['anthropic', 'openai'] as const).flatMap((protocol) =>
  ['parcel-api', 'my 项目 🦀 (copy)'].map((folder) => ({ protocol, folder })),
)

describe.skipIf(missing.length > 0)('a run', { timeout: 60_000 }, () => {
  it.for(cases)('over $protocol in “$folder” changes files, tells it in whole numbers, and shows its key nowhere', async (options) => {
    const world = await openWorld({ ...options, script: script(), provider: 'none', files: { 'b.txt': 'two\n' } })
    await configure(world, options.protocol)
    const out = path.join(world.root, 'printed')
    await mkdir(out)
    await inKeyringSession(
      { folder: world.root, keyring: 'unlocked' },
      `export MEWCODE_HOME='${world.home}' MEWCODE_LOG=debug OLLAMA_HOST=127.0.0.1:9; cd '${out}'
       mew() { name=$1; shift; '${process.execPath}' '${ENTRY}' "$@" >$name.out 2>$name.err; echo $? >$name.code; }
       printf '${PLANTED_KEY}\\n' | mew set keys set scripted
       mew first run --project '${world.project}' --mode acceptEdits --allow 'Bash(echo *)' --output stream-json 'change it'
       mew second run --project '${world.project}' --continue --output stream-json 'look again'
       mew list sessions list --project '${world.project}' --json
       mew show config show
       mew keys keys list --json`,
    )
    const printed = (name: string): Promise<string> => readFile(path.join(out, name), 'utf8')
    const codes = await Promise.all(['set', 'first', 'second', 'list', 'show', 'keys'].map((name) => printed(`${name}.code`)))
    expect(codes).toEqual(codes.map(() => '0\n'))
    expect((await printed('first.err')) + (await printed('second.err'))).toBe('')

    const [first, second] = [eventsOf(await printed('first.out')), eventsOf(await printed('second.out'))]
    expect(numbersOf([...first, ...second])).toEqual(numbersFrom(1, [...first, ...second]))
    expect(new Set([...first, ...second].map(({ sessionId }) => sessionId)).size).toBe(1)
    const wanted: SessionEventType[] = ['session.started', 'turn.started', 'step.started', 'text.delta', 'tool.requested', 'tool.finished']
    expect(wanted.filter((type) => !first.some((event) => event.type === type))).toEqual([])
    expect(first[0]).toMatchObject({
      type: 'session.started',
      projectRoot: world.project,
      mode: 'acceptEdits',
      resumed: false,
      firstSeq: 1,
    })
    expect(second[0]).toMatchObject({ type: 'session.started', resumed: true, firstSeq: first.length + 1 })
    const finished = first.flatMap((event) =>
      event.type === 'tool.finished' ? [`${event.name} ${event.isError ? 'failed' : 'worked'}`] : [],
    )
    const names = ['write_file', 'read_file', 'glob', 'grep', 'todo_write', 'edit_file', 'bash']
    expect(finished.toSorted()).toEqual(names.map((name) => `${name} worked`).toSorted())
    expect(first.findLast(({ type }) => type === 'turn.finished')).toMatchObject({ stopReason: 'end_turn', text: 'All is done.' })
    expect(second.findLast(({ type }) => type === 'turn.finished')).toMatchObject({ stopReason: 'end_turn', text: 'It is still there.' })
    expect(await world.read('new/a.txt')).toBe('one\nTWO $& 你好🦀\nthree\n')

    expect(world.model.refusals).toEqual([])
    expect(world.model.requests.map(({ headers }) => JSON.stringify(headers).includes(PLANTED_KEY))).toEqual(Array(7).fill(true))
    expect(world.model.requests[0]?.raw.length).toBeLessThanOrEqual(20 * 1024)
    expect(JSON.parse(await printed('keys.out'))).toMatchObject([
      { provider: 'scripted', state: 'set', source: 'keychain', last4: PLANTED_KEY.slice(-4) },
    ])
    // The person's keyring is a file too, but not a readable one.
    expect(await filesHolding(PLANTED_KEY, world.root)).toEqual([])
    expect(await filesHolding(Buffer.from(PLANTED_KEY).toString('base64').slice(0, -4), world.root)).toEqual([])
  })
})

it('keeps a key that comes from a variable out of its commands, their results and everything it writes', async () => {
  const steps: ModelStep[] = [{ calls: [{ name: 'bash', input: { command: 'env' } }] }, { text: 'Seen.' }]
  const world = await openWorld({ script: steps, env: { MEWCODE_LOG: 'debug', SEEN_BY_COMMANDS: 'yes' } })
  const { code, out, err, of } = await run(world, ['--allow', 'Bash(env)', 'what is set?'])
  expect([code, err]).toEqual([0, ''])
  expect(JSON.stringify(of('tool.finished')[0]?.content)).toContain('SEEN_BY_COMMANDS=yes')
  expect(out).not.toContain('E2E_KEY')
  expect([out.includes(PLANTED_KEY), await filesHolding(PLANTED_KEY, world.root)]).toEqual([false, []])
  expect(JSON.stringify(world.model.requests[0]?.headers)).toContain(PLANTED_KEY)
})

describe('in a copy of this repository', { timeout: 60_000 }, () => {
  it.for(['anthropic', 'openai'] as const)('edits a file of 1,000 lines and searches all of it over %s', async (protocol) => {
    const files = await ownFiles()
    const long = thousandLines(files)
    const pattern = 'startModelServer'
    const world = await openWorld({
      protocol,
      folder: 'mewcode 桌面 🐈',
      files: { ...files, 'core/long.ts': long },
      script: [
        {
          calls: [
            { name: 'glob', input: { pattern: '**/*.ts' } },
            { name: 'grep', input: { pattern, output_mode: 'files', head_limit: 1000 } },
            { name: 'read_file', input: { path: 'core/long.ts', offset: 690, limit: 20 } },
          ],
        },
        {
          calls: [
            {
              name: 'edit_file',
              input: { path: 'core/long.ts', old_string: '// line 700 of 1,000\n', new_string: '// 第七百行 🐈\n// one more\n' },
            },
          ],
        },
        { text: 'Found and changed.' },
      ],
    })
    const { code, err, events, of } = await run(world, ['--mode', 'acceptEdits', 'find and change'])
    expect([code, err, world.model.refusals]).toEqual([0, '', []])
    expect(numbersOf(events)).toEqual(numbersFrom(1, events))
    const seen = Object.entries({ ...files, 'core/long.ts': long }).filter(([name]) => !/(^|\/)\./.test(name))
    const results = new Map(of('tool.finished').map((event) => [event.name, event]))
    expect(of('tool.finished').map(({ isError }) => isError)).toEqual([false, false, false, false])
    expect(results.get('glob')?.meta).toMatchObject({ count: seen.filter(([name]) => name.endsWith('.ts')).length, truncated: true })
    const hits = seen.filter(([, text]) => text.includes(pattern)).map(([name]) => name)
    expect(results.get('grep')?.meta).toMatchObject({ count: hits.length, truncated: false })
    expect(
      contentText(results.get('grep')?.content ?? [])
        .split('\n')
        .toSorted(),
    ).toEqual(hits.toSorted())
    expect(await world.read('core/long.ts')).toBe(long.replace('// line 700 of 1,000\n', '// 第七百行 🐈\n// one more\n'))
    expect(results.get('edit_file')?.meta.diff).toContain('-// line 700 of 1,000\n+// 第七百行 🐈\n+// one more\n')
  })
})

async function openWorld(options: WorldOptions & { protocol?: Protocol }) {
  const world = await makeWorld(options)
  onTestFinished(() => world.close())
  return world
}

/** The text files of this checkout, as it is now. */
async function ownFiles(): Promise<Record<string, string>> {
  const root = path.resolve(import.meta.dirname, '../..')
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const files = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(root, name)).catch(() => undefined)
      return bytes && !bytes.includes(0) ? [[name, bytes.toString('utf8')] as const] : []
    }),
  )
  return Object.fromEntries(files.flat())
}

function thousandLines(files: Readonly<Record<string, string>>): string {
  const lines = Object.entries(files)
    .flatMap(([name, text]) => (name.startsWith('core/') && name.endsWith('.ts') ? text.trimEnd().split('\n') : []))
    .slice(0, 1000)
  expect(lines).toHaveLength(1000)
  return `${lines.with(699, '// line 700 of 1,000').join('\n')}\n`
}

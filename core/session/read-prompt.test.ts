import { chmodSync, symlinkSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../testing/index.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

async function start(setup: ConnectCoreOptions = {}): Promise<ConnectedCore> {
  return (open = await connectCore({ script: Array.from({ length: 9 }, () => ({ text: 'ok' })), ...setup }))
}

/** What the model got with its newest prompt. */
function words(app: ConnectedCore): string[] {
  const messages: { content: { text?: string }[] }[] = JSON.parse(JSON.stringify(app.model.requests.at(-1)?.body['messages']))
  return messages.at(-1)?.content.flatMap(({ text }) => text ?? []) ?? []
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}

it('sends what a command stands for, shows what was typed, and goes on with it after a restart', async () => {
  const app = await start({ files: { '.mewcode/commands/git/log.md': 'Log of $1, $2 lines.' } })
  const sessionId = await app.newSession()
  await app.run('/git:log main 20', { sessionId })
  expect(words(app)).toEqual(['Log of main, 20 lines.'])
  const { rows, session } = await app.rpc.sessions.open({ sessionId })
  expect([rows[0]?.kind === 'user' && rows[0].text, session.title]).toEqual(['/git:log main 20', '/git:log main 20'])
  const window = await app.restart()
  const { turnId } = await window.rpc.turns.start({ sessionId, text: 'more' })
  await window.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect(app.model.requests.at(-1)?.raw).toContain('Log of main, 20 lines.')
})

it('stores nothing for a command that is not there or that the window carries out', async () => {
  const app = await start()
  const sessionId = await app.newSession()
  expect(await refusal(app.run('/nope', { sessionId }))).toBe('command.unknown')
  expect(await refusal(app.run('/clear', { sessionId }))).toBe('command.action')
  expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual([])
  expect(app.model.requests).toEqual([])
})

it('unfolds a command that waited in the queue, and one that steers', async () => {
  const app = await start({
    files: { '.mewcode/commands/hi.md': 'Greet $1.', 'a.txt': 'a' },
    script: [{ calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'b' } }] }, { text: 'steered' }, { text: 'queued' }],
  })
  const sessionId = await app.newSession('default')
  const { turnId } = await app.rpc.turns.start({ sessionId, text: 'x' })
  const { approvalId } = await app.events.waitFor('approval.requested')
  await app.rpc.turns.queue({ sessionId, text: '/hi Ada', attachments: [], when: 'next_step' })
  await app.rpc.turns.queue({ sessionId, text: '/hi Bob', attachments: [], when: 'after' })
  expect(await refusal(app.rpc.turns.queue({ sessionId, text: '/hj', attachments: [], when: 'after' }))).toBe('command.unknown')
  await app.rpc.approvals.answer({ approvalId, decision: 'once' })
  await app.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  await app.events.waitFor('turn.finished', (event) => event.turnId !== turnId)
  const [, steered, queued] = app.model.requests
  expect([steered?.raw.includes('Greet Ada.'), queued?.raw.includes('Greet Bob.'), queued?.raw.includes('/hi')]).toEqual([
    true,
    true,
    false,
  ])
})

it('attaches small files, lines of files and folders that a prompt names', async () => {
  const app = await start({ files: { 'src/a.ts': 'one\ntwo\nthree\n', 'my notes.md': 'noted', 'src/deep/b.ts': 'b' } })
  await app.run('look at @src/a.ts:2-2, @"my notes.md" and @src/.')
  expect(words(app)).toEqual([
    expect.stringMatching(/^<attachment name="src\/a\.ts:2-2">\n[^]*two/),
    expect.stringMatching(/^<attachment name="my notes\.md">\n[^]*noted/),
    expect.stringMatching(/^<attachment name="src\/">\n[^]*a\.ts\ndeep\//),
    'look at @src/a.ts:2-2, @"my notes.md" and @src/.',
  ])
  expect(words(app)[0]).not.toMatch(/one|three/)
})

it('lets a file that came along be edited, since the model has seen it', async () => {
  const edit = { name: 'edit_file', input: { path: 'a.txt', old_string: 'one', new_string: 'two' } }
  const app = await start({ files: { 'a.txt': 'one\n' }, script: [{ calls: [edit] }, { text: 'ok' }] })
  await app.run('change @a.txt', { mode: 'acceptEdits' })
  expect(app.project.read('a.txt')).toBe('two\n')
})

it('leaves to the model what is large, missing, secret, denied or outside', async () => {
  const app = await start({
    files: {
      'big.txt': 'x\n'.repeat(11_000),
      '.env': 'KEY=s3cret',
      'private/p.txt': 's3cret',
      '.mewcode/settings.yaml': 'permissions: { deny: ["Read(private/**)"] }',
    },
  })
  symlinkSync('/etc/hostname', app.project.path('link.txt'))
  app.project.write('unreadable.txt', 'x')
  chmodSync(app.project.path('unreadable.txt'), 0o000)
  const text = '@big.txt @none.txt @.env @private/p.txt @link.txt @/etc/hostname me@private.com @param'
  await app.run(text)
  expect(words(app)).toEqual([text])
})

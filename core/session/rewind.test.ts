import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, followSession, type ConnectedCore, type ModelStep } from '../testing/index.ts'

let app: ConnectedCore | undefined

afterEach(async () => {
  await app?.close()
  app = undefined
})

/** A step that writes files, then one that says so. */
function writes(...files: readonly [path: string, content: string][]): ModelStep[] {
  return [
    { calls: files.map(([path, content]) => ({ name: 'write_file', input: { path, content } })) },
    { text: `wrote ${files.map(([path]) => path).join()}` },
  ]
}

/** `isNewEpoch`: whether the turn after these two begins one, as the server checks. */
async function twoTurns({ isNewEpoch = true } = {}): Promise<{ app: ConnectedCore; sessionId: string; second: string }> {
  app = await connectCore({
    script: [...writes(['a.txt', 'one\n']), ...writes(['a.txt', 'two\n'], ['new/b.txt', 'made\n']), { text: 'fine', newEpoch: isNewEpoch }],
  })
  const sessionId = await app.newSession('bypassPermissions')
  await app.run('first', { sessionId })
  const { turnId } = await app.run('second', { sessionId })
  return { app, sessionId, second: turnId }
}

it('goes back to before a prompt, files and conversation, and gives the prompt back', async () => {
  const { app, sessionId, second } = await twoTurns()
  chmodSync(app.project.path('a.txt'), 0o755)
  const view = await followSession(app, sessionId)

  const plan = await app.rpc.sessions.rewind({ sessionId, messageId: second, what: 'both', dryRun: true })
  expect(app.project.read('a.txt')).toBe('two\n')
  const done = await app.rpc.sessions.rewind({ sessionId, messageId: second, what: 'both' })

  expect(done).toMatchObject({
    files: [
      { path: 'a.txt', action: 'restore', takesTheirs: false },
      { path: 'new/b.txt', action: 'remove', takesTheirs: false },
    ],
    conflicts: [],
    hidden: 3,
    prompt: { text: 'second', attachments: [] },
  })
  expect({ ...done, rewindId: null }).toEqual(plan)
  expect(app.project.read('a.txt')).toBe('one\n')
  expect((statSync(app.project.path('a.txt')).mode & 0o777).toString(8)).toBe('644')
  expect(app.project.has('new')).toBe(false)
  const reopened = await app.rpc.sessions.open({ sessionId })
  expect(view().rows).toEqual(reopened.rows)
  expect(reopened.rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []))).toEqual(['first'])

  // The next epoch's frozen text is of now, not of when the session began.
  await app.rpc.sessions.setMode({ sessionId, mode: 'acceptEdits' })
  await app.run('third', { sessionId })
  const sent = JSON.stringify(app.model.requests.at(-1)?.body)
  expect(sent).toContain('Permission mode: acceptEdits')
  expect(sent).not.toContain('Permission mode: bypassPermissions')
  expect(sent).toContain('first')
  expect(sent).not.toContain('"second"')
})

it('leaves a file alone that somebody changed since, says so, and restores the others', async () => {
  const { app, sessionId, second } = await twoTurns({ isNewEpoch: false })
  app.project.write('a.txt', 'mine now\n')
  const done = await app.rpc.sessions.rewind({ sessionId, messageId: second, what: 'files' })
  expect(done).toMatchObject({
    files: [{ path: 'new/b.txt', action: 'remove' }],
    conflicts: [{ path: 'a.txt', reason: 'changed' }],
    hidden: 0,
  })
  expect(app.project.read('a.txt')).toBe('mine now\n')
  expect((await app.rpc.sessions.open({ sessionId })).rows.filter((row) => row.kind === 'user')).toHaveLength(2)

  await app.run('third', { sessionId })
  expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('put these files back to an earlier state: new/b.txt')
})

it('undoes a rewind, what was said after it included', async () => {
  const { app, sessionId, second } = await twoTurns()
  const before = await app.rpc.sessions.open({ sessionId })
  const { rewindId } = await app.rpc.sessions.rewind({ sessionId, messageId: second, what: 'both' })
  await app.run('another way', { sessionId })
  const { points } = await app.rpc.sessions.rewindPoints({ sessionId })
  expect(points.map(({ kind, text, files }) => [kind, text, files])).toEqual([
    ['prompt', 'another way', 0],
    ['rewind', '', 2],
    ['prompt', 'first', 2],
  ])

  // One rewind after another: undoing the second brings back what it hid and nothing of what the first did.
  const other = await app.rpc.sessions.rewind({ sessionId, messageId: points[0]?.messageId ?? '', what: 'conversation' })
  await app.rpc.sessions.rewind({ sessionId, messageId: other.rewindId ?? '', what: 'conversation' })
  const prompts = (await app.rpc.sessions.open({ sessionId })).rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []))
  expect(prompts).toEqual(['first', 'another way'])

  await app.rpc.sessions.rewind({ sessionId, messageId: rewindId ?? '', what: 'both' })
  const after = await app.rpc.sessions.open({ sessionId })
  expect(after.rows).toEqual(before.rows)
  expect(after.session.messages).toBe(before.session.messages)
  expect([app.project.read('a.txt'), app.project.read('new/b.txt')]).toEqual(['two\n', 'made\n'])
})

it('does not let a tool change a file whose earlier content cannot be kept', async () => {
  app = await connectCore({
    files: { 'a.txt': 'mine\n' },
    script: [{ calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, ...writes(['a.txt', 'one\n'])],
  })
  const own = await app.newSession('bypassPermissions')
  mkdirSync(join(app.platform.paths.home, 'sessions', own), { recursive: true })
  writeFileSync(join(app.platform.paths.home, 'sessions', own, 'pre-images'), 'a file in the place of the folder')
  await app.run('change it', { sessionId: own })
  expect(app.events.of('tool.finished').at(-1)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('could not be kept for a rewind') }],
  })
  expect(app.project.read('a.txt')).toBe('mine\n')
})

it('goes back to what was said while a turn ran: the part before it stays and ends there', async () => {
  let inTheMiddle = (): Promise<unknown> => Promise.resolve()
  app = await connectCore({
    files: { 'a.txt': 'a\n' },
    script: [
      { calls: [{ name: 'read_file', input: { path: 'a.txt' } }], before: (event) => (event === 0 ? inTheMiddle() : undefined) },
      ...writes(['b.txt', 'made\n']),
      { text: 'on', newEpoch: true },
    ],
  })
  const { rpc } = app
  const sessionId = await app.newSession('bypassPermissions')
  inTheMiddle = () => rpc.turns.queue({ sessionId, text: 'and b', when: 'next_step' })
  await app.run('first', { sessionId })
  const { messageId } = app.events.of('prompt.added')[0] ?? { messageId: '' }
  await rpc.sessions.rewind({ sessionId, messageId, what: 'both' })
  const { rows } = await rpc.sessions.open({ sessionId })
  expect(rows.map((row) => (row.kind === 'ending' ? row.stopReason : row.kind))).toEqual(['user', 'tool', 'cancelled'])
  expect(app.project.has('b.txt')).toBe(false)
  await app.run('go on', { sessionId })
})

it('refuses while a turn runs, and a message that is not there', async () => {
  app = await connectCore({ script: [{ hang: 'headers' }] })
  const sessionId = await app.newSession()
  await expect(app.rpc.sessions.rewind({ sessionId, messageId: 'nothing', what: 'both' })).rejects.toMatchObject({
    code: 'session.no_such_message',
  })
  const { turnId } = await app.rpc.turns.start({ sessionId, text: 'go' })
  await app.events.waitFor('step.started')
  await expect(app.rpc.sessions.rewind({ sessionId, messageId: turnId, what: 'both' })).rejects.toMatchObject({ code: 'session.busy' })
  await app.rpc.turns.cancel({ sessionId })
})

it('forks a session at a prompt: its history up to there, nothing of the files', async () => {
  const { app, sessionId, second } = await twoTurns()
  const { session, prompt } = await app.rpc.sessions.fork({ sessionId, messageId: second })
  expect(prompt).toEqual({ text: 'second', attachments: [] })
  expect(session).toMatchObject({ title: 'first (2)', messages: 3, costUsd: 0 })
  const [own, copy] = [await app.rpc.sessions.open({ sessionId }), await app.rpc.sessions.open({ sessionId: session.id })]
  const words = (rows: typeof copy.rows): string[] => rows.flatMap((row) => ('text' in row ? [row.text] : []))
  expect(words(copy.rows)).toEqual(words(own.rows).slice(0, 2))
  expect(app.project.read('a.txt')).toBe('two\n')
  await app.run('on', { sessionId: session.id })
  expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual(own.rows)
})

import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

describe.each(['anthropic', 'openai'] as const)('a turn over %s', (protocol) => {
  it('reads, searches, edits and runs ten tools and ends with the answer', async () => {
    const app = await connect({
      protocol,
      files: { 'b.txt': 'two\n' },
      script: [
        { text: 'writing', calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'one\ntwo\nthree\n' } }] },
        {
          calls: [
            { name: 'read_file', input: { path: 'a.txt' } },
            { name: 'glob', input: { pattern: '**/*.txt' } },
            { name: 'grep', input: { pattern: 'two' } },
            { name: 'read_file', input: { path: 'b.txt' } },
          ],
        },
        { calls: [{ name: 'edit_file', input: { path: 'a.txt', old_string: 'two', new_string: 'TWO $& 你好🦀' } }] },
        { calls: [{ name: 'bash', input: { command: 'echo shell-ran' } }] },
        {
          calls: [
            { name: 'todo_write', input: { items: [{ content: 'a', status: 'completed', activeForm: 'doing a' }] } },
            { name: 'read_file', input: { path: 'a.txt' } },
            { name: 'glob', input: { pattern: '*' } },
          ],
        },
        { text: 'all DONE' },
      ],
    })
    const sessionId = await app.newSession('bypassPermissions')
    const end = await app.run('change it', { sessionId })
    // System text and tools are paid for with every request: 16 KB is the product's promise.
    expect(app.model.requests[0]?.raw.length).toBeLessThan(16 * 1024)
    expect(end).toMatchObject({ stopReason: 'end_turn', text: 'all DONE' })
    expect(app.project.read('a.txt')).toBe('one\nTWO $& 你好🦀\nthree\n')
    expect(app.events.all.map((event) => event.seq)).toEqual(app.events.all.map((_, index) => index + 1))
    expect(app.events.of('tool.finished').map(({ isError, content }) => [isError, isError && content])).toEqual(
      Array(10).fill([false, false]),
    )
    const snapshot = await app.rpc.sessions.open({ sessionId })
    expect(snapshot.session).toMatchObject({ title: 'change it', running: false })
  })
})

it('ends what runs within three seconds when the core closes, and keeps the session whole', async () => {
  const app = await connect({
    script: [{ text: 'a', calls: [{ name: 'bash', input: { command: 'trap "" TERM; echo up; sleep 60' } }] }, { text: 'fine' }],
  })
  const sessionId = await app.newSession('bypassPermissions')
  await app.rpc.turns.start({ sessionId, text: 'run' })
  await app.events.waitFor('tool.progress', ({ text }) => text?.includes('up') ?? false)
  const startedAt = performance.now()
  await app.core.close()
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  const next = await app.restart()
  expect((await next.rpc.sessions.open({ sessionId })).rows.at(-1)).toMatchObject({ kind: 'ending', stopReason: 'cancelled' })
})

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

it('gives the model again what it read last, as it is now, and asks nobody for it', async () => {
  const reads = ['one.txt', 'gone.txt', '../outside.txt', 'two.txt']
  const app = await connect({
    providerYaml: '    context_window: 20000\n',
    files: { 'one.txt': 'first', 'gone.txt': 'gone', 'two.txt': 'second' },
    script: (body, n) => {
      if (body['tools'] === undefined) return { text: '<summary>in short</summary>' }
      const todos = { items: [{ content: 'paint it', status: 'in_progress', activeForm: 'painting' }] }
      if (n === 0)
        return { calls: [{ name: 'todo_write', input: todos }, ...reads.map((path) => ({ name: 'read_file', input: { path } }))] }
      return { pieces: [`${n} `, 'many words. '.repeat(1_500)] }
    },
  })
  writeFileSync(join(app.project.root, '..', 'outside.txt'), 'what lies outside')
  const sessionId = await app.newSession()
  const running = app.run('read them', { sessionId })
  const { approvalId } = await app.events.waitFor('approval.requested')
  await app.rpc.approvals.answer({ approvalId, decision: 'once' })
  await running
  await app.run('more', { sessionId })
  app.project.write('one.txt', 'first, changed since')
  rmSync(app.project.path('gone.txt'))
  await app.rpc.sessions.compact({ sessionId, focus: '' })
  // A yes for once is no yes for another time.
  expect(app.events.of('approval.requested')).toHaveLength(1)
  await app.run('and now', { sessionId })
  const sent = app.model.requests.at(-1)?.raw ?? ''
  expect(sent.match(/<file call=/g)).toHaveLength(2)
  expect(sent).toContain('first, changed since')
  expect(sent).toContain('[in_progress] paint it')
  expect(sent).not.toContain('what lies outside')
  // Newest first.
  expect(sent.indexOf('second')).toBeLessThan(sent.indexOf('first, changed since'))
})

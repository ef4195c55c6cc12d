import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createRedactor } from '../credentials/index.ts'
import { createNodePlatform } from '../platform/index.ts'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { plantedSecrets } from '../testing/planted-secrets.ts'

let app: ConnectedCore
afterEach(() => app.close({ refusals: true }))

const file = plantedSecrets.map(({ line }) => line).join('\n\n')
const found = (text: string): string[] => plantedSecrets.filter(({ secret }) => text.includes(secret)).map(({ kind }) => kind)

it('secrets of every kind are in no audit row and no export, and the model still reads the file as it is', async () => {
  const calls = plantedSecrets.map(({ line }) => ({ name: 'grep', input: { pattern: line } }))
  app = await connectCore({
    files: { 'keys.txt': file },
    script: [{ calls: [{ name: 'read_file', input: { path: 'keys.txt' } }] }, { calls }, { text: `I saw ${file}` }],
  })
  const sessionId = await app.newSession('bypassPermissions')
  await app.run(`look at ${file}`, { sessionId })
  // An edit needs the very bytes: what a tool answers is not touched.
  expect(found(JSON.parse(JSON.stringify(app.events.of('tool.finished')[0]?.content[0])).text)).toHaveLength(plantedSecrets.length)

  const { rows } = await app.rpc.audit.list({ limit: 50 })
  expect(rows.length).toBeGreaterThan(plantedSecrets.length)
  expect(found(JSON.stringify(rows))).toEqual([])
  for (const format of ['md', 'json', 'jsonl'] as const) {
    const issued = await app.rpc.sessions.export({ sessionId, format })
    const text = await app.core.tickets.get(issued.path)
    expect([format, found(text), text.includes('[redacted]')]).toEqual([format, [], true])
  }
})

it('a rule a person kept and their words are in no audit row either', async () => {
  const [first] = plantedSecrets
  app = await connectCore({
    script: [{ calls: [{ name: 'bash', input: { command: `curl -H 'x: ${first?.secret}' https://a.example` } }] }, { text: 'No.' }],
  })
  const sessionId = await app.newSession()
  await app.rpc.turns.start({ sessionId, text: 'go' })
  const { approvalId } = await app.events.waitFor('approval.requested')
  await app.rpc.approvals.answer({ approvalId, decision: 'no', reason: `not with ${first?.secret}` })
  await app.events.waitFor('turn.finished')
  expect(found(JSON.stringify(await app.rpc.audit.list({})))).toEqual([])
})

it.each(plantedSecrets)('a vendor that quotes a secret ($kind) has it in no error', async ({ line, secret }) => {
  app = await connectCore({
    script: [{ status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: `Refused: ${line}` } } }],
  })
  const { error } = await app.run('go')
  expect(error?.code).toMatch(/^provider\./)
  expect(JSON.stringify(error)).not.toContain(secret)
  expect(JSON.stringify(error)).toContain('[redacted]')
})

it('a log line has none, whichever field it stands in', async () => {
  app = await connectCore()
  const env = { MEWCODE_HOME: app.platform.paths.home, HOME: app.platform.paths.userHome }
  const platform = createNodePlatform({
    host: 'serve',
    version: '1',
    env,
    keychain: app.platform.keychain,
    redact: createRedactor().redact,
  })
  for (const { line } of plantedSecrets) {
    platform.log.log('info', 'test', line, { detail: line, nested: { line: JSON.stringify({ line }) } })
    platform.log.log('error', 'test', 'crashed', { error: new Error(line) })
  }
  await platform.flushLog()
  const log = readFileSync(path.join(app.platform.paths.home, 'logs/mewcode.log'), 'utf8')
  expect(found(log)).toEqual([])
  const lines = log.trim().split('\n')
  expect(lines.filter((line) => JSON.parse(line) && line.includes('[redacted]'))).toHaveLength(2 * plantedSecrets.length)
})

it('a call that fails quotes none', async () => {
  app = await connectCore()
  for (const { kind, line, secret } of plantedSecrets) {
    const failure = await app.rpc.permissions.add({ effect: 'deny', rule: `Nothing(${line}`, to: 'local' }).catch((error: unknown) => error)
    expect([kind, JSON.stringify(failure).includes(secret)]).toEqual([kind, false])
  }
})

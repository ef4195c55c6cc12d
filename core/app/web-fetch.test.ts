import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { connectCore, type ConnectCoreOptions, type ConnectedCore } from '../testing/index.ts'

let app: ConnectedCore
let port: number
let hits = 0
const server = createServer((_, response) => {
  hits += 1
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>The answer is 42.</p>')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
afterEach(() => app.close())

const fetching = (host: string, more: object = {}) => ({
  calls: [{ name: 'web_fetch', input: { url: `http://${host}:${port}/`, ...more } }],
})

/** A core for which every name leads to the server of this test. */
async function start(setup: ConnectCoreOptions): Promise<void> {
  hits = 0
  const web = { resolve: async () => ['127.0.0.1'], isAllowed: (address: string) => address === '127.0.0.1' }
  app = await connectCore({ ...setup, options: { web, ...setup.options } })
}

it('asks once for each host, and an answer for the session holds for that host alone', async () => {
  await start({ script: [fetching('a.example'), fetching('A.example'), fetching('b.example'), { text: 'Done.' }] })
  const sessionId = await app.newSession('acceptEdits')
  await app.rpc.turns.start({ sessionId, text: 'go' })
  const first = await app.events.waitFor('approval.requested')
  expect(first).toMatchObject({ toolName: 'web_fetch', category: 'network', sessionRule: 'WebFetch(domain:a.example)' })
  await app.rpc.approvals.answer({ approvalId: first.approvalId, decision: 'session' })
  const second = await app.events.waitFor('approval.requested', ({ approvalId }) => approvalId !== first.approvalId)
  expect([second.sessionRule, hits]).toEqual(['WebFetch(domain:b.example)', 2])
  await app.rpc.approvals.answer({ approvalId: second.approvalId, decision: 'no' })
  await app.events.waitFor('turn.finished')
  expect([app.events.of('approval.requested').length, hits]).toEqual([2, 2])
})

it('is refused in plan and dontAsk, and allowed by a rule about the host', async () => {
  await start({ script: [fetching('a.example'), { text: 'No.' }, fetching('a.example'), { text: 'No.' }] })
  await app.run('go', { mode: 'plan' })
  await app.run('go', { mode: 'dontAsk' })
  expect([app.events.of('tool.finished').map(({ meta }) => meta.denied?.layer), hits]).toEqual([['mode', 'mode'], 0])
  await app.close()
  await start({
    script: [fetching('a.example'), { text: 'Yes.' }],
    options: { rules: { allow: ['WebFetch(domain:a.example)'], deny: [] } },
  })
  await app.run('go', { mode: 'dontAsk' })
  expect(hits).toBe(1)
})

it('lets the small role of the session’s provider answer, and counts what that took', async () => {
  await start({
    providerYaml: '    roles: { haiku: claude-haiku-5-5 }\n',
    script: [
      fetching('a.example', { prompt: 'What is it?' }),
      { text: 'It is 42.', newEpoch: true, usage: { input: 1_000, output: 10 } },
      { text: 'Done.', newEpoch: true },
    ],
  })
  await app.run('go', { mode: 'bypassPermissions' })
  const [, asked] = app.model.requests
  expect(asked?.body).toMatchObject({ model: 'claude-haiku-5-5' })
  expect(JSON.stringify(asked?.body)).toContain('The answer is 42.')
  const [finished] = app.events.of('tool.finished')
  expect(finished).toMatchObject({ isError: false, content: [{ text: expect.stringContaining('It is 42.') }] })
  const steps = await app.rpc.usage.report({ by: 'step', sessionId: finished?.sessionId ?? '' })
  expect(steps.find(({ label }) => label === 'claude-haiku-5-5')).toMatchObject({ inputTokens: 1_000, outputTokens: 10 })
})

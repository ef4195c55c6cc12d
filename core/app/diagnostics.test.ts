import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'
import { plantedSecrets } from '../testing/planted-secrets.ts'

let core: ConnectedCore | undefined
afterEach(async () => {
  await core?.close({ bugs: true })
  core = undefined
})

it('a report holds versions, checks and the log’s words, and nothing planted in configuration, variables, logs or a conversation', async () => {
  core = await connectCore({
    env: { NPM_TOKEN: plantedSecrets[15]?.secret ?? '', SOME_PASSWORD: 'hunter2-planted' },
    providerYaml: 'mcp_servers:\n  named-by-me: { type: http, url: "http://127.0.0.1:9/?token=planted-query" }\n',
    script: [{ text: 'planted-answer' }],
  })
  await core.run('planted-prompt')
  const { home } = core.platform.paths
  const line = (fields: object) => `${JSON.stringify({ ts: 't', level: 'warn', component: 'llm', msg: 'request failed', ...fields })}\n`
  mkdirSync(join(home, 'logs'), { recursive: true })
  const planted = plantedSecrets.map((each) => line({ detail: each.line, msg: `failed with ${each.line}` })).join('')
  writeFileSync(
    join(home, 'logs', 'mewcode.log'),
    `${planted}${line({ code: 'provider.unreachable', attempt: 2, folder: '/planted/path' })}{torn`,
  )
  const { text } = await core.rpc.app.diagnostics({})
  const report: { log: unknown[]; checks: unknown[] } = JSON.parse(text)
  expect(report).toMatchObject({
    version: '0.0.0-test',
    host: 'serve',
    system: { platform: process.platform },
    servers: [{ type: 'http' }],
  })
  expect(report.log.at(-1)).toEqual({
    ts: 't',
    level: 'warn',
    component: 'llm',
    msg: 'request failed',
    code: 'provider.unreachable',
    attempt: 2,
  })
  expect(report.checks.length).toBeGreaterThan(5)
  const secrets = [...plantedSecrets.map(({ secret }) => secret), PLANTED_KEY, 'hunter2-planted', home]
  const words = ['planted-query', 'planted-answer', 'planted-prompt', '/planted/path', 'named-by-me']
  expect([...secrets, ...words].filter((each) => text.includes(each))).toEqual([])
}, 30_000)

import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

it('adds up what turns cost by day, session and step, with the part that came from the cache', async () => {
  const usage = { input: 600, output: 50, cacheRead: 300, cacheWrite: 100 }
  const app = (open = await connectCore({
    files: { 'a.txt': 'a' },
    script: [
      { calls: [{ name: 'read_file', input: { path: 'a.txt' } }], usage },
      { text: 'ok', usage },
    ],
  }))
  const sessionId = await app.newSession()
  await app.run('look at a', { sessionId })
  const [day] = await app.rpc.usage.report({ by: 'day' })
  expect(day).toMatchObject({
    requests: 2,
    inputTokens: 1200,
    outputTokens: 100,
    cacheReadTokens: 600,
    cacheWriteTokens: 200,
    cacheHitRate: 0.3,
  })
  // Sonnet 5.5: 2, 10, 0.2 and 2.5 dollars a million.
  expect(day?.costUsd).toBeCloseTo((1200 * 2 + 100 * 10 + 600 * 0.2 + 200 * 2.5) / 1e6, 9)
  expect(await app.rpc.usage.report({ by: 'session' })).toMatchObject([{ key: sessionId, label: 'look at a', requests: 2 }])
  expect((await app.rpc.usage.report({ by: 'step', sessionId })).map(({ key }) => key.split(':')[1])).toEqual(['2', '1'])
  const all = { requests: 2, inputTokens: 1200, cacheHitRate: 0.3 }
  expect(await app.rpc.usage.report({ by: 'model', days: 7 })).toMatchObject([{ key: 'claude-sonnet-5-5', ...all }])
  expect(await app.rpc.usage.report({ by: 'project', days: 7 })).toMatchObject([{ label: app.project.root, ...all }])
  expect(await app.rpc.usage.report({ by: 'agent', days: 7 })).toMatchObject([{ key: '', ...all }])
  expect(await app.rpc.usage.calls({ by: 'tool', days: 7 })).toMatchObject([{ key: 'read_file', calls: 1, failures: 0 }])
  expect(await app.rpc.usage.calls({ by: 'server' })).toEqual([])
  expect(await app.rpc.usage.calls({ by: 'hook' })).toEqual([])
  const { day: today, month } = await app.rpc.usage.budgets({})
  expect(today).toEqual({ usd: null, spent: day?.costUsd })
  expect(month.spent).toBeGreaterThan(0)
  const stranger = await app.openWindow({ path: app.platform.paths.temp })
  expect(await stranger.rpc.usage.report({ by: 'session' })).toEqual([])
  await expect(stranger.rpc.usage.report({ by: 'step', sessionId })).rejects.toMatchObject({ code: 'session.not_found' })
})

it('counts the skills that the model loaded, also those there are not', async () => {
  const load = (name: string) => ({ calls: [{ name: 'load_skill', input: { name } }] })
  const app = (open = await connectCore({
    files: { '.mewcode/skills/greet/SKILL.md': '---\nname: greet\ndescription: greets\n---\n\nSay hello.\n' },
    options: { trustProjects: true },
    script: [load('greet'), load('greet'), load('none'), { text: 'ok' }],
  }))
  await app.run('go')
  expect(await app.rpc.usage.calls({ by: 'skill' })).toMatchObject([
    { key: 'greet', calls: 2, failures: 0 },
    { key: 'none', calls: 1, failures: 1 },
  ])
})

it('tells once that little came from the cache, and why', async () => {
  const usage = { input: 4000, output: 5, cacheRead: 10, cacheWrite: 10 }
  const read = { calls: [{ name: 'read_file', input: { path: 'a.txt' } }], usage }
  const app = (open = await connectCore({ files: { 'a.txt': 'a' }, script: [...Array(8).fill(read), { text: 'ok', usage }] }))
  await app.run('go')
  expect(app.events.of('notice').map(({ code, params }) => [code, params['percent']])).toEqual([['provider.cache_cold', '0']])
})

import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, followSession, type ConnectedCore, type ConnectCoreOptions, type ModelScript } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const protocols = ['anthropic', 'openai', 'openai-responses'] as const
const WINDOW = 40_000
const file = Array.from({ length: 400 }, (_, line) => `line ${line} of a file that fills the window`).join('\n')

type Body = Parameters<Extract<ModelScript, (...args: never[]) => unknown>>[0]

/** The only request that offers no tools. */
const isSummary = (body: Body): boolean => body['tools'] === undefined || JSON.stringify(body['tools']) === '[]'
const size = (body: Body): number => Math.ceil(JSON.stringify(body).length / 4)

/** Reads in two parallel calls until `steps` are done, then answers; sums up whenever asked. */
function reader(steps: number, summary = (n: number) => `<summary>summary ${n}</summary>`): ModelScript {
  let step = 0
  let summaries = 0
  return (body) => {
    const usage = { input: size(body), cacheRead: 0, cacheWrite: 0 }
    if (isSummary(body)) return { text: summary((summaries += 1)), usage }
    step += 1
    if (step % (steps + 1) === 0) return { text: `done ${step}`, usage }
    const calls = [0, 100].map((at) => ({ name: 'read_file', input: { path: 'a.txt', offset: at + step, limit: 100 } }))
    return { thinking: `thought ${step}`, text: `look ${step}`, calls, usage }
  }
}

const summaryRequests = (app: ConnectedCore): Body[] => app.model.requests.map(({ body }) => body).filter(isSummary)

describe.each(protocols)('a conversation over %s that nearly fills the window', (protocol) => {
  it('is summed up within the turn, goes on from the summary, and shows both', async () => {
    const app = await connect({
      protocol,
      files: { 'a.txt': file },
      providerYaml: `    context_window: ${WINDOW}\n    thinking: true\n`,
      script: reader(14),
    })
    const sessionId = await app.newSession()
    const view = await followSession(app, sessionId)
    const end = await app.run('find the fault', { sessionId })
    expect(end.stopReason).toBe('end_turn')
    const rows = view().rows.filter((row) => row.kind === 'summary')
    expect(rows.length).toBeGreaterThanOrEqual(1)
    expect(rows[0]).toMatchObject({ text: 'summary 1', trigger: 'automatic', turnId: end.turnId })
    for (const row of rows) expect(row.afterTokens).toBeLessThan(row.beforeTokens)
    expect(view().compacting).toBeUndefined()
    // Later requests begin with the summary, and no request outgrew the window.
    expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('summary 1')
    for (const { body } of app.model.requests) expect(size(body)).toBeLessThan(WINDOW)
    for (const body of summaryRequests(app)) expect(JSON.stringify(body)).not.toContain('thought ')
    // What events made of it is what the messages say.
    const { rows: stored } = await app.rpc.sessions.open({ sessionId })
    expect(stored).toEqual(view().rows)
  })

  it('sends the same after a restart', async () => {
    const app = await connect({
      protocol,
      files: { 'a.txt': file },
      providerYaml: `    context_window: ${WINDOW}\n    thinking: true\n`,
      script: reader(14),
    })
    const sessionId = await app.newSession()
    await app.run('first', { sessionId })
    const next = await app.restart()
    const { turnId } = await next.rpc.turns.start({ sessionId, text: 'second' })
    expect((await next.events.waitFor('turn.finished', (event) => event.turnId === turnId)).stopReason).toBe('end_turn')
    // The strict model has compared every request with the one before it.
    expect(app.model.refusals).toEqual([])
  })
})

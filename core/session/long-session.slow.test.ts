import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ReceivedRequest } from '../testing/index.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const WINDOW = 30_000
const TURNS = 12
const STEPS = 25
const file = Array.from({ length: 3_000 }, (_, line) => `line ${line}: some words to fill the window`).join('\n')

type Body = ReceivedRequest['body']
const isSummary = (body: Body): boolean => body['tools'] === undefined || JSON.stringify(body['tools']) === '[]'
const size = (body: Body): number => Math.ceil(JSON.stringify(body).length / 4)

/** Hashes of what a provider caches by: system and tools, then each message, without cache marks. */
function pieces({ body }: ReceivedRequest): string[] {
  const plain = JSON.parse(JSON.stringify(body, (key, value) => (key === 'cache_control' ? undefined : value)))
  const { system, instructions, tools, messages = plain.input } = plain
  return [[system ?? instructions, tools], ...messages].map((piece) => createHash('sha256').update(JSON.stringify(piece)).digest('hex'))
}

it.each(['anthropic', 'openai', 'openai-responses'] as const)(
  'runs for hundreds of steps with compactions in between; each epoch only grows and no request is invalid (%s)',
  async (protocol) => {
    let step = 0
    let summaries = 0
    const app = (open = await connectCore({
      protocol,
      files: { 'a.txt': file },
      providerYaml: `    context_window: ${WINDOW}\n    thinking: true\n`,
      script: (body) => {
        const usage = { input: size(body), output: 60, cacheRead: 0, cacheWrite: 0 }
        if (isSummary(body)) return { text: `<summary>summary ${(summaries += 1)}</summary>`, usage }
        step += 1
        if (step % STEPS === 0) return { thinking: 'hm', text: `done ${step}`, usage }
        const count = step % 7 === 0 ? 6 : 1 + (step % 2)
        const calls = Array.from({ length: count }, (_, at) => ({
          name: 'read_file',
          input: { path: 'a.txt', offset: ((step * 7 + at) % 2_900) + 1, limit: 30 },
        }))
        return { thinking: `thought ${step}`, text: `look ${step}`, calls, usage }
      },
    }))
    const sessionId = await app.newSession()
    let window = { rpc: app.rpc, events: app.events }
    for (let turn = 0; turn < TURNS; turn += 1) {
      // Every fourth turn in a process of its own.
      if (turn % 4 === 3) window = await app.restart()
      await window.rpc.sessions.setMode({ sessionId, mode: turn % 3 === 1 ? 'plan' : 'default' })
      const { turnId } = await window.rpc.turns.start({ sessionId, text: `prompt ${turn}` })
      expect((await window.events.waitFor('turn.finished', (event) => event.turnId === turnId)).stopReason).toBe('end_turn')
    }
    const { requests, refusals } = app.model
    expect(refusals).toEqual([])
    expect(step).toBe(TURNS * STEPS)
    expect(summaries).toBeGreaterThan(10)
    let epochs = 0
    let before: string[] = []
    for (const request of requests) {
      expect(size(request.body)).toBeLessThan(WINDOW)
      if (isSummary(request.body)) {
        expect(request.raw).not.toContain('thought ')
        before = []
        continue
      }
      const now = pieces(request)
      if (before.length === 0) epochs += 1
      expect(now.slice(0, before.length)).toEqual(before)
      before = now
    }
    expect(epochs).toBe(summaries + 1)
  },
  120_000,
)

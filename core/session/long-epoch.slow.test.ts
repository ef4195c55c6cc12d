import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import type { Mode } from '../contract/common.ts'
import { connectCore, type ConnectedCore, type ReceivedRequest } from '../testing/index.ts'

let open: ConnectedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const turns = 50
const dayMs = 86_400_000
const modes: readonly Mode[] = ['default', 'plan', 'plan', 'acceptEdits', 'bypassPermissions']

/** What a provider caches by: system, tools and each message in turn, without cache marks. */
function pieces({ body }: ReceivedRequest): string[] {
  const plain = JSON.parse(JSON.stringify(body, (key, value) => (key === 'cache_control' ? undefined : value)))
  const { system, instructions, tools, messages = plain.input } = plain
  return [system ?? instructions ?? '', tools, ...messages].map((piece) => createHash('sha256').update(JSON.stringify(piece)).digest('hex'))
}

it.each(['anthropic', 'openai', 'openai-responses'] as const)(
  'sends each request of fifty turns as the one before plus messages at the end (%s)',
  async (protocol) => {
    let ahead = 0
    const app = (open = await connectCore({
      protocol,
      files: { 'a.txt': 'a', 'b.txt': 'b' },
      providerYaml: '    thinking: true\n    effort: low\n',
      clock: { ...systemClock, now: () => systemClock.now() + ahead },
      script: (_body, n) =>
        n % 2 === 0
          ? {
              thinking: `hm ${n} `,
              text: 'look',
              calls: Array.from({ length: n % 20 === 0 ? 12 : 1 }, () => ({ name: 'read_file', input: { path: 'a.txt' } })),
            }
          : { text: `done ${n}` },
    }))
    const sessionId = await app.newSession()
    for (let turn = 0; turn < turns; turn++) {
      const mode = modes[turn % modes.length] ?? 'default'
      await app.rpc.sessions.setMode({ sessionId, mode })
      // Every fourth turn is on another day.
      ahead += dayMs / 4
      expect((await app.run(`prompt ${turn}`, { sessionId })).stopReason).toBe('end_turn')
    }
    const { requests, refusals } = app.model
    expect([requests.length, refusals]).toEqual([2 * turns, []])
    for (const [index, request] of requests.entries()) {
      const before = index === 0 ? [] : pieces(requests[index - 1] ?? request)
      expect(pieces(request).slice(0, before.length)).toEqual(before)
      expect(request.raw.match(/"cache_control"/g)?.length ?? 0).toBeLessThanOrEqual(4)
    }
  },
  60_000,
)

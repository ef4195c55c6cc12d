import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let app: ConnectedCore
afterEach(() => app.close())

it.each([
  { headless: false, stopReason: 'max_turns', requests: 200 },
  { headless: true, stopReason: 'end_turn', requests: 202 },
])(
  'two hundred steps are the limit where a person watches, none where nobody does: %o',
  async ({ headless, stopReason, requests }) => {
    app = await connectCore({
      options: { headless },
      script: (_, n) => (n < 201 ? { calls: [{ name: 'glob', input: { pattern: `${n}*` } }] } : { text: 'done' }),
    })
    expect(await app.run('go')).toMatchObject({ stopReason })
    expect(app.model.requests).toHaveLength(requests)
  },
  60_000,
)

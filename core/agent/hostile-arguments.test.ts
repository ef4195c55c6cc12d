import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore | undefined
afterEach(() => core?.close())

const deep = `{"path":${'['.repeat(100_000)}${']'.repeat(100_000)}}`

it.each(['anthropic', 'openai', 'openai-responses'] as const)(
  'answers calls that nothing could run and goes on, here and after a restart (%s)',
  async (protocol) => {
    const calls = [
      { name: 'read_file', raw: deep, id: 'call_deep0001' },
      { name: 'no_such_tool', raw: deep, id: 'call_deep0002' },
      { name: 'read_file', raw: '['.repeat(100_000), id: 'call_open0003' },
      { name: 'read_file', raw: '{"__proto__":{"path":"a.txt"},"path":"a.txt"}', id: 'call_proto004' },
    ]
    core = await connectCore({
      protocol,
      files: { 'a.txt': 'whole' },
      script: [{ calls, unoffered: true, pieceChars: 65_536 }, { text: 'still here' }, { text: 'and again' }],
    })
    const sessionId = await core.newSession()
    expect(await core.run('go', { sessionId })).toMatchObject({ stopReason: 'end_turn', text: 'still here' })
    expect(core.events.of('tool.finished').map(({ isError }) => isError)).toEqual([true, true, true, false])
    expect(core.events.of('tool.finished')[0]?.content).toEqual([{ type: 'text', text: expect.stringContaining('nested too deeply') }])
    const later = await core.restart()
    expect((await later.rpc.sessions.open({ sessionId })).rows.at(-2)).toMatchObject({ text: 'still here' })
    const { turnId } = await later.rpc.turns.start({ sessionId, text: 'go on' })
    expect(await later.events.waitFor('turn.finished', (event) => event.turnId === turnId)).toMatchObject({ text: 'and again' })
  },
)

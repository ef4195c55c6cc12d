import { describe, expect, it } from 'vitest'
import { start, send } from './fixtures.ts'
import type { Json } from './index.ts'

describe('as the Responses API, it refuses', () => {
  const hi = { role: 'user', content: 'hi' }
  const call = (id: string, more: Json = {}): Json => ({ type: 'function_call', call_id: id, name: 'read_file', arguments: '{}', ...more })
  const output = (id: string): Json => ({ type: 'function_call_output', call_id: id, output: 'done' })
  const thought: Json = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
  const said: Json = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'yes' }] }
  const asks = (input: readonly unknown[], more: Json = {}): Json => ({ model: 'm', store: false, stream: true, input, ...more })

  it.each<[string, Json, string | RegExp]>([
    ['no input', asks([]), /^Invalid 'input': empty array/],
    ['no model', asks([hi], { model: undefined }), "Missing required parameter: 'model'."],
    ['a limit that is too small', asks([hi], { max_output_tokens: 10 }), /Expected a value >= 16/],
    ['a field of the other API', asks([hi], { stream_options: {} }), "Unknown parameter: 'stream_options'."],
    [
      'a strict schema that is open',
      asks([hi], { tools: [{ type: 'function', name: 'a', parameters: { type: 'object' } }] }),
      /to be false/,
    ],
    ['an unknown role', asks([{ role: 'model', content: 'x' }]), /^Invalid value: 'model'/],
    ['blank content', asks([{ role: 'user', content: ' ' }]), /must not be empty/],
    [
      "the assistant's words as input",
      asks([hi, { role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }, hi]),
      /Supported values are: 'output_text'/,
    ],
    ['a call without its output', asks([hi, call('a'), hi]), 'No tool output found for function call a.'],
    ['an output without its call', asks([hi, output('a')]), 'No tool call found for function call output with call_id a.'],
    ['a call twice', asks([hi, call('a'), output('a'), call('a'), output('a')]), 'Duplicate function call with call_id a.'],
    ['arguments that are no object', asks([hi, call('a', { arguments: '[' }), output('a')]), /expected a JSON object/],
    ['an id of another kind', asks([hi, call('a', { id: 'call_a' }), output('a')]), /begins with 'fc'/],
    [
      'thought that is not sealed',
      asks([hi, { ...thought, encrypted_content: undefined }, said, hi]),
      /not found. Items are not persisted/,
    ],
    ['thought that leads to nothing', asks([hi, thought, hi]), /without its required following item/],
    ['half a sign', asks([{ role: 'user', content: 'a\ud83d' }]), /lone surrogate/],
  ])('%s', async (_what, body, reason) => {
    const to = await start('openai-responses')
    const { status, message } = await send(to, body)
    expect([status, message]).toEqual([400, typeof reason === 'string' ? reason : expect.stringMatching(reason)])
  })

  it('nothing that is in order', async () => {
    const to = await start('openai-responses')
    expect((await send(to, asks([hi, thought, said, hi, thought, call('a'), output('a')]))).status).toBe(200)
    expect(to.refusals).toEqual([])
  })
})

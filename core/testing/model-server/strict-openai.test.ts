import { describe, expect, it } from 'vitest'
import { start, send } from './fixtures.ts'
import type { Json } from './index.ts'

describe('as OpenAI, it refuses', () => {
  const hi = { role: 'user', content: 'hi' }
  const calling = (...ids: readonly string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read_file', arguments: '{}' } })),
  })
  const withCall = (id: string, called: Json) => [
    hi,
    { ...calling(), tool_calls: [{ id, type: 'function', function: called }] },
    { role: 'tool', tool_call_id: id, content: 'x' },
  ]
  const openai = (messages: readonly unknown[], more: Json = {}): Json => ({ model: 'm', stream: true, messages, ...more })
  it.each<[string, Json, string | RegExp]>([
    ['no messages', openai([]), /Invalid 'messages': empty array/],
    ['no model', openai([hi], { model: undefined }), 'you must provide a model parameter'],
    ['two output limits', openai([hi], { max_tokens: 1, max_completion_tokens: 1 }), /at the same time is not supported/],
    ['usage wished for without a stream', openai([hi], { stream: false, stream_options: {} }), /only allowed when 'stream' is enabled/],
    ['an unknown role', openai([{ role: 'model', content: 'x' }]), /Invalid value: 'model'/],
    ['a second system message', openai([hi, { role: 'system', content: 'x' }]), 'System message must be at the beginning.'],
    ['no content', openai([{ role: 'user', content: null }]), /expected a string, got null/],
    [
      'blank content',
      openai([{ role: 'user', content: ' ' }]),
      "Invalid request: the message at position 0 with role 'user' must not be empty",
    ],
    [
      'a blank result',
      openai([hi, calling('a'), { role: 'tool', tool_call_id: 'a', content: '' }]),
      /position 2 with role 'tool' must not be empty/,
    ],
    [
      'a call without a result',
      openai([hi, calling('a', 'b'), { role: 'tool', tool_call_id: 'a', content: 'x' }, hi]),
      /did not have response messages: b$/,
    ],
    ['a last call without a result', openai([hi, calling('a')]), /did not have response messages: a$/],
    [
      'a result without a call',
      openai([hi, { role: 'tool', tool_call_id: 'a', content: 'x' }]),
      /must be a response to a preceeding message/,
    ],
    [
      'a result for another call',
      openai([hi, calling('a'), { role: 'tool', tool_call_id: 'b', content: 'x' }]),
      /'tool_call_id' of 'b' not found/,
    ],
    ['no calls where calls are named', openai([hi, { ...calling(), content: 'x' }, hi]), /tool_calls': empty array/],
    [
      'a call id that is too long',
      openai(withCall('x'.repeat(41), { name: 'a', arguments: '{}' })),
      /maximum length 40, but got a string with length 41/,
    ],
    [
      'a call without an id',
      openai(withCall('', { name: 'a', arguments: '{}' })),
      /Missing required parameter: 'messages\[1\].tool_calls\[0\].id'/,
    ],
    [
      'a call name with strange signs',
      openai(withCall('a', { name: 'a.b', arguments: '{}' })),
      /function.name': string does not match pattern/,
    ],
    ['arguments that are no object', openai(withCall('a', { name: 'a', arguments: '{"x' })), /function.arguments': expected a JSON object/],
    ['half a character', openai([{ role: 'user', content: 'a\ud83d' }]), /lone surrogate/],
    ['an empty list of tools', openai([hi], { tools: [] }), /Invalid 'tools': empty array/],
    [
      'a tool name with strange signs',
      openai([hi], { tools: [{ type: 'function', function: { name: 'a.b' } }] }),
      /tools\[0\].function.name': string does not match/,
    ],
  ])('%s', async (_what, body, message) => {
    const to = await start('openai')
    expect(await send(to, body)).toEqual({ status: 400, message: expect.stringMatching(message) })
    expect(to.refusals).toHaveLength(1)
  })
})

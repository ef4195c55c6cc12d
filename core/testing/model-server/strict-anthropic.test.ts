import { describe, expect, it } from 'vitest'
import { start, send, text, use, answer, says, mark, tool, anthropic } from './fixtures.ts'
import type { Json } from './index.ts'

describe('as Anthropic, it refuses', () => {
  const hi = says('user', text('hi'))
  it.each<[string, Json, string | RegExp]>([
    ['no messages', anthropic([]), 'messages: at least one message is required'],
    ['no model', anthropic([hi], { model: undefined }), 'model: Field required'],
    ['no output limit', anthropic([hi], { max_tokens: undefined }), 'max_tokens: Field required'],
    ['an unknown role', anthropic([says('tool', text('hi'))]), "messages.0.role: Input should be 'user' or 'assistant'"],
    ['an answer first', anthropic([says('assistant', text('hi')), hi]), 'messages: first message must use the "user" role'],
    [
      'one role twice in a row',
      anthropic([hi, hi]),
      /roles must alternate between "user" and "assistant", but found multiple "user" roles in a row/,
    ],
    ['an answer last', anthropic([hi, says('assistant', text('hm'))]), /does not support assistant message prefill/],
    ['a message without content', anthropic([hi, says('assistant'), hi]), /messages.1: all messages must have non-empty content/],
    ['an empty text block', anthropic([says('user', text(''))]), 'messages: text content blocks must be non-empty'],
    ['a blank text block', anthropic([says('user', text(' \n'))]), 'messages: text content blocks must contain non-whitespace text'],
    ['a blank system block', anthropic([hi], { system: [text('')] }), 'system: text content blocks must be non-empty'],
    [
      'a blank text in a result',
      anthropic([hi, says('assistant', use('a')), says('user', answer('a', { content: [text('')] }))]),
      /tool_result: text content blocks must be non-empty/,
    ],
    [
      'an empty result that is an error',
      anthropic([hi, says('assistant', use('a')), says('user', answer('a', { content: [], is_error: true }))]),
      /content cannot be empty if `is_error` is true/,
    ],
    [
      'a call without a result',
      anthropic([hi, says('assistant', use('a'), use('b')), says('user', answer('a'))]),
      /messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b\./,
    ],
    [
      'a result after text',
      anthropic([hi, says('assistant', use('a')), says('user', text('so'), answer('a'))]),
      /without `tool_result` blocks immediately after: a\./,
    ],
    [
      'a result without a call',
      anthropic([says('user', answer('a'))]),
      /messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a\./,
    ],
    [
      'two results for one call',
      anthropic([hi, says('assistant', use('a')), says('user', answer('a'), answer('a'))]),
      /each tool_use must have a single result/,
    ],
    [
      'one call id twice',
      anthropic([hi, says('assistant', use('a'), use('a')), says('user', answer('a'))]),
      'messages: `tool_use` ids must be unique',
    ],
    [
      'a call id with strange signs',
      anthropic([hi, says('assistant', use('a b')), says('user', answer('a b'))]),
      /tool_use.id: String should match pattern/,
    ],
    [
      'a call name with strange signs',
      anthropic([hi, says('assistant', use('a', { name: 'a.b' })), says('user', answer('a'))]),
      /tool_use.name: String should match pattern/,
    ],
    [
      'a call whose input is no object',
      anthropic([hi, says('assistant', use('a', { input: 'x' })), says('user', answer('a'))]),
      /tool_use.input: Input should be a valid dictionary/,
    ],
    ['a call in a user message', anthropic([says('user', use('a'))]), /`tool_use` blocks can only be in `assistant` messages/],
    ['a result in an answer', anthropic([hi, says('assistant', answer('a')), hi]), /`tool_result` blocks can only be in `user` messages/],
    [
      'an answer that ends in thinking',
      anthropic([hi, says('assistant', { type: 'thinking', thinking: 'x', signature: 's' }), hi]),
      /final block in an assistant message cannot be `thinking`/,
    ],
    [
      'thinking without a signature',
      anthropic([hi, says('assistant', { type: 'thinking', thinking: 'x' }, text('y')), hi]),
      /thinking.signature: Field required/,
    ],
    ['a block without a type', anthropic([says('user', { text: 'x' })]), /content.0.type: Field required/],
    [
      'five cache marks',
      anthropic([says('user', text('a', mark), text('b', mark), text('c', mark))], {
        system: [text('s', mark)],
        tools: [{ ...tool, ...mark }],
      }),
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
    ['half a character', anthropic([says('user', text('a\ud83d'))]), /no low surrogate in string/],
    ['two tools of one name', anthropic([hi], { tools: [tool, tool] }), 'tools: Tool names must be unique.'],
    [
      'a tool name with strange signs',
      anthropic([hi], { tools: [{ ...tool, name: 'a.b' }] }),
      /tools.0.custom.name: String should match pattern/,
    ],
    ['a tool without a schema', anthropic([hi], { tools: [{ name: 'a' }] }), /tools.0.custom.input_schema.type: Field required/],
  ])('%s', async (_what, body, message) => {
    const to = await start('anthropic')
    expect(await send(to, body)).toEqual({ status: 400, message: expect.stringMatching(message) })
    expect(to.refusals).toHaveLength(1)
  })

  it('thinking that was changed', async () => {
    const to = await start('anthropic', () => ({ thinking: 'as it was', text: 'so' }))
    const path = `${to.url}/v1/messages`
    const stream = await (await fetch(path, { method: 'POST', body: JSON.stringify(anthropic([hi])) })).text()
    const signature = /"signature":"(sig-[^"]+)"/.exec(stream)?.[1]
    const thought = (thinking: string) =>
      anthropic([hi, says('assistant', { type: 'thinking', thinking, signature }, text('so')), says('user', text('go on'))])
    expect(await send(to, thought('as it is not'))).toEqual({ status: 400, message: expect.stringContaining('cannot be modified') })
    const forged = says('assistant', { type: 'thinking', thinking: 'as it was', signature: `${signature}x` }, text('so'))
    expect(await send(to, anthropic([hi, forged, hi]))).toEqual({
      status: 400,
      message: 'messages: Invalid `signature` in `thinking` block',
    })
    expect((await send(to, thought('as it was'))).status).toBe(200)
  })
})

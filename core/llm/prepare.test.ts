import { describe, expect, it } from 'vitest'
import { allMedia, assistant, call, result, user } from './fixtures.ts'
import { ending, preparedWith } from './prepared.ts'

const { anthropic, openai } = preparedWith(allMedia)

describe('the messages for Anthropic', () => {
  it('answers every call in the order of the calls, says which were interrupted, and drops results nobody asked for', () => {
    const messages = [
      user('go'),
      assistant('two calls', [call('a'), call('b'), call('c')]),
      result('c', ['third']),
      result('x', ['orphan']),
      result('a', ['  ', '']),
      result('a', ['again']),
      ending,
      user('and now?'),
    ]
    expect(anthropic(messages).messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'two calls' },
          ...['a', 'b', 'c'].map((id) => ({ type: 'tool_use', id, name: 'read_file', input: { path: 'a.txt' } })),
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: '(no output)' }] },
          {
            type: 'tool_result',
            tool_use_id: 'b',
            content: [{ type: 'text', text: 'The call was interrupted: there is no result.' }],
            is_error: true,
          },
          { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'third' }] },
          { type: 'text', text: 'and now?', cache_control: { type: 'ephemeral' } },
        ],
      },
    ])
  })

  it('takes a result for the call before it, where a server counts its ids anew in every answer', () => {
    const { messages } = anthropic([
      user('go'),
      assistant('', [call('call_0')]),
      assistant('', [call('call_0')]),
      result('call_0', ['of the second']),
    ])
    const results = messages.flatMap(({ content }) => content.filter((block) => block['type'] === 'tool_result'))
    expect(results.map((block) => [block['tool_use_id'], JSON.stringify(block['content'])])).toEqual([
      ['call_0', expect.stringContaining('interrupted')],
      ['call_0_2', expect.stringContaining('of the second')],
    ])
  })

  it('puts attachments before the prompt with their names, and reminders last', () => {
    const messages = [user('look', { attachments: [{ name: 'a "b".txt', text: 'inside' }], reminders: ['It is Sunday.'] })]
    expect(anthropic(messages).messages[0]?.content).toEqual([
      { type: 'text', text: '<attachment name="a \\"b\\".txt">\ninside\n</attachment>' },
      { type: 'text', text: 'look' },
      { type: 'text', text: 'It is Sunday.', cache_control: { type: 'ephemeral' } },
    ])
  })

  it('marks tools, system and the two newest user turns', () => {
    const body = anthropic([user('1'), assistant('a'), user('2'), assistant('b'), user('3')])
    const marked = body.messages.map(({ content }) => content.filter((block) => 'cache_control' in block).length)
    expect(marked).toEqual([0, 0, 1, 0, 1])
    expect(body.tools?.filter((tool) => 'cache_control' in tool)).toHaveLength(1)
    expect(body.system?.map((block) => 'cache_control' in block)).toEqual([true, false])
  })

  it('sends raw blocks back byte for byte to the model that made them, and the plain parts to any other', () => {
    const blocks = [
      { type: 'thinking', thinking: '', signature: 'sig-é=' },
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'text', text: ' so ', citations: [{ a: 1 }] },
      { type: 'some_future_block', x: [1] },
      { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'a.txt' }, caller: { type: 'direct' } },
    ]
    const raw = { protocol: 'anthropic', provider: 'fake', model: 'claude-sonnet-5-5', blocks }
    const history = (more: Partial<typeof raw>) => [user('go'), assistant('so', [call('a')], { raw: { ...raw, ...more } }), result('a')]
    expect(JSON.stringify(anthropic(history({})).messages[1]?.content)).toBe(JSON.stringify(blocks))
    for (const other of [{ protocol: 'openai' }, { provider: 'other' }, { model: 'claude-opus-5-5' }]) {
      expect(anthropic(history(other)).messages[1]?.content).toEqual([
        { type: 'text', text: 'so' },
        { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'a.txt' } },
      ])
    }
  })

  it('keeps the text of an interrupted answer and sends arguments that were no JSON as an object', () => {
    const broken = { ...call('a', '{"path": "a.t'), invalid: 'not JSON' }
    const { messages } = anthropic([
      user('go'),
      assistant('half an ans', [], { interrupted: true }),
      user('go on'),
      assistant('', [broken]),
      result('a'),
    ])
    expect(messages[1]?.content).toEqual([{ type: 'text', text: 'half an ans' }])
    expect(messages[3]?.content).toEqual([{ type: 'tool_use', id: 'a', name: 'read_file', input: { unparsed: '{"path": "a.t' } }])
  })
})

describe('the messages for chat completions', () => {
  it('are one system message, plain strings, one tool message a result, and reminders after their prompt', () => {
    const messages = [
      user('go', { reminders: ['It is Sunday.'] }),
      assistant('', [call('a'), call('b', '{"x')]),
      result('b', ['two', 'lines'], true),
      user('stop'),
    ]
    expect(openai(messages).messages).toEqual([
      { role: 'system', content: 'You are a coding agent.\n\nFolder: /tmp/x' },
      { role: 'user', content: 'go' },
      { role: 'user', content: 'It is Sunday.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path":"a.txt"}' } },
          { id: 'b', type: 'function', function: { name: 'read_file', arguments: '{"unparsed":"{\\"x"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'The call was interrupted: there is no result.' },
      { role: 'tool', tool_call_id: 'b', content: 'two\nlines' },
      { role: 'user', content: 'stop' },
    ])
  })
})

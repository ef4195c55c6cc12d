import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MediaBlock } from '../contract/common.ts'
import type { AssistantPart, Message } from '../contract/messages.ts'
import { refusalOfAnthropic, refusalOfOpenAI, refusalOfResponses } from '../testing/model-server/index.ts'
import { prepareAnthropic } from './anthropic/request.ts'
import { allMedia, assistant, call, image, pdf, requestWith, result, user } from './fixtures.ts'
import type { Media } from './media.ts'
import { prepareOpenAI } from './openai/request.ts'
import { prepareResponses } from './openai-responses/request.ts'

// Whatever bytes a record refers to.
const media: Media = {
  ...allMedia,
  data: new Map([...allMedia.data, ['empty', ''], ['words', 'bm8gaW1hZ2U='], ['heavy', `iVBORw0KGgo${'A'.repeat(6_000_000)}`]]),
}

const anthropic = (messages: readonly Message[]) => prepareAnthropic(requestWith(messages), 'fake', { media })
const openai = (messages: readonly Message[]) =>
  prepareOpenAI(requestWith(messages), { provider: 'fake', outputLimit: 'max_tokens', media })
const responses = (messages: readonly Message[]) => prepareResponses(requestWith(messages), { provider: 'fake', media })

const ending: Message = {
  id: 'e',
  turnId: 't',
  createdAt: 0,
  role: 'ending',
  stopReason: 'cancelled',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
  durationMs: 0,
}

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

const anyMedia: fc.Arbitrary<MediaBlock> = fc.oneof(
  fc
    .record({
      mediaType: fc.constantFrom('image/png', 'image/gif'),
      blobId: fc.constantFrom('png', 'png', 'png', 'pdf', 'empty', 'words', 'heavy', 'missing'),
      width: fc.constantFrom(1, 1, 1, 0, 9_000),
    })
    .map((more) => image(more)),
  fc
    .record({
      blobId: fc.constantFrom('pdf', 'pdf', 'png', 'missing'),
      name: fc.constantFrom('a.pdf', '', ' ', 'x\ud83d'),
      pages: fc.constantFrom(1, 0, 60),
    })
    .map((more) => pdf(more)),
)
const anyText = fc.oneof(fc.constantFrom('', ' ', '\n', 'a\ud83d', '\udc00x', 'plain'), fc.string({ unit: 'binary', maxLength: 8 }))
const anyId = fc.oneof(fc.constantFrom('a', 'b', 'call_0', 'a b', '', 'x'.repeat(70), 'ü\ud83d'), fc.string({ maxLength: 4 }))
const anyCall = fc
  .record({
    toolCallId: anyId,
    name: fc.oneof(fc.constantFrom('read_file', 'functions.read', ''), anyText),
    input: fc.oneof(fc.jsonValue(), anyText, fc.dictionary(anyText, anyText)),
  })
  .map(({ toolCallId, name, input }): AssistantPart => call(toolCallId, input, name))
const anyBlock = fc.oneof(
  anyText.map((text) => ({ type: 'text', text })),
  fc.record({ type: fc.constant('thinking'), thinking: anyText, signature: anyText }),
  anyId.map((id) => ({ type: 'tool_use', id, name: 'read_file', input: {} })),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.option(anyText),
    tool_calls: fc.array(
      anyId.map((id) => ({ id, type: 'function', function: { name: 'r', arguments: '{}' } })),
      { maxLength: 2 },
    ),
  }),
  fc.record({ type: fc.constant('reasoning'), id: fc.constant('rs_1'), encrypted_content: anyText, summary: fc.constant([]) }),
  fc.record({
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    content: fc.array(
      anyText.map((text) => ({ type: 'output_text', text })),
      { maxLength: 2 },
    ),
  }),
  fc.record({ type: fc.constant('function_call'), call_id: anyId, name: anyText, arguments: fc.constantFrom('{}', '[', '') }),
  fc.jsonValue(),
)
const anyRaw = fc.record({
  protocol: fc.constantFrom('anthropic', 'openai', 'openai-responses'),
  provider: fc.constantFrom('fake', 'other'),
  model: fc.constant('claude-sonnet-5-5'),
  blocks: fc.array(anyBlock, { maxLength: 3 }),
})
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc
    .record({
      text: anyText,
      reminders: fc.array(anyText, { maxLength: 2 }),
      attached: fc.array(anyText, { maxLength: 1 }),
      media: fc.array(anyMedia, { maxLength: 2 }),
    })
    .map(({ text, reminders, attached, ...more }) =>
      user(text, { ...more, reminders, attachments: attached.map((name) => ({ name, text: name })) }),
    ),
  fc
    .record({
      parts: fc.array(
        fc.oneof(
          anyText.map((text): AssistantPart => ({ type: 'text', text })),
          anyText.map((text): AssistantPart => ({ type: 'thinking', text })),
          anyCall,
        ),
        { maxLength: 4 },
      ),
      raw: fc.option(anyRaw, { nil: undefined }),
      interrupted: fc.boolean(),
    })
    .map(({ parts, raw, interrupted }): Message => ({
      ...assistant('x'),
      role: 'assistant',
      step: 1,
      provider: 'fake',
      model: 'm',
      parts,
      interrupted,
      ...(raw ? { raw } : {}),
    })),
  fc
    .record({ id: anyId, texts: fc.array(fc.oneof(anyText, anyMedia), { maxLength: 2 }), isError: fc.boolean() })
    .map(({ id, texts, isError }) => result(id, texts, isError)),
  fc.constant(ending),
)
const anyHistory = fc.array(anyMessage, { maxLength: 10 })

describe('whatever history it is given', () => {
  // As it arrives: what JSON makes of it.
  const sent = (body: object) => JSON.parse(JSON.stringify(body))

  it('leaves as a request Anthropic accepts', () => {
    fc.assert(
      fc.property(anyHistory, (messages) => {
        expect(refusalOfAnthropic(sent(anthropic(messages)))).toBeUndefined()
      }),
      { numRuns: 800 },
    )
  })

  it('leaves as a request OpenAI and its kin accept', () => {
    fc.assert(
      fc.property(anyHistory, (messages) => {
        expect(refusalOfOpenAI(sent(openai(messages)))).toBeUndefined()
      }),
      { numRuns: 800 },
    )
  })

  it('leaves as a request the Responses API accepts', () => {
    fc.assert(
      fc.property(anyHistory, (messages) => {
        expect(refusalOfResponses(sent(responses(messages)))).toBeUndefined()
      }),
      { numRuns: 800 },
    )
  })

  it('begins with the same bytes when it has grown', () => {
    const withoutMarks = (body: object) => JSON.parse(JSON.stringify(body, (key, value) => (key === 'cache_control' ? undefined : value)))
    const named = ({ input, ...body }: { input?: unknown }) => JSON.parse(JSON.stringify(input ? { ...body, messages: input } : body))
    // A request is sent after a prompt or after results; what comes then is an answer.
    const step = fc.tuple(anyHistory, anyHistory).map(([before, after]) => ({
      before: [...before, user('prompt')],
      after: [assistant('answer', [call('fresh-call')]), result('fresh-call'), ...after.filter((message) => message.role !== 'tool')],
    }))
    fc.assert(
      fc.property(step, ({ before, after }) => {
        for (const prepare of [anthropic, openai, responses]) {
          const { messages: short, ...head } = named(withoutMarks(prepare(before)))
          const { messages: long, ...longHead } = named(withoutMarks(prepare([...before, ...after])))
          expect(JSON.stringify(long.slice(0, short.length))).toBe(JSON.stringify(short))
          expect(longHead).toEqual(head)
        }
      }),
      { numRuns: 200 },
    )
  })
})

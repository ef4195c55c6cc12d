import { fc } from '../testing/fast-check.ts'
import { describe, expect, it } from 'vitest'
import type { MediaBlock } from '../contract/common.ts'
import type { AssistantPart, Message } from '../contract/messages.ts'
import { refusalOfAnthropic, refusalOfOpenAI, refusalOfResponses } from '../testing/model-server/index.ts'
import { allMedia, assistant, call, image, pdf, result, user } from './fixtures.ts'
import type { Media } from './media.ts'
import { ending, preparedWith } from './prepared.ts'

// Whatever bytes a record refers to.
const media: Media = {
  ...allMedia,
  data: new Map([...allMedia.data, ['empty', ''], ['words', 'bm8gaW1hZ2U='], ['heavy', `iVBORw0KGgo${'A'.repeat(6_000_000)}`]]),
}
const { anthropic, openai, responses } = preparedWith(media)

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

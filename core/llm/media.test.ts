import { expect, describe, it } from 'vitest'
import { prepareAnthropic } from './anthropic/request.ts'
import { allMedia, assistant, call, image, pdf, requestWith, result, shownBytes, user } from './fixtures.ts'
import { loadMedia, noMedia } from './media.ts'
import { prepareOpenAI } from './openai/request.ts'
import { prepareResponses } from './openai-responses/request.ts'

const history = [
  user('What is this?', { media: [image(), pdf()] }),
  assistant('I look.', [call('a'), call('b')]),
  result('a', ['1 image', image()]),
  result('b', [pdf()]),
]
const png = `data:image/png;base64,${shownBytes.png}`
const file = `data:application/pdf;base64,${shownBytes.pdf}`

describe('images and documents', () => {
  it('go to Anthropic inside the message or the result they belong to', () => {
    const { messages } = prepareAnthropic(requestWith(history), 'fake', { media: allMedia })
    const shownImage = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: shownBytes.png } }
    const document = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: shownBytes.pdf }, title: 'a.pdf' }
    const cache_control = { type: 'ephemeral' }
    expect(messages[0]?.content).toEqual([shownImage, document, { type: 'text', text: 'What is this?', cache_control }])
    expect(messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: '1 image' }, shownImage] },
      { type: 'tool_result', tool_use_id: 'b', content: [document], cache_control },
    ])
  })

  it('of a step follow its results as one message of the user for chat completions, which say whose they are', () => {
    const { messages } = prepareOpenAI(requestWith(history), { provider: 'fake', outputLimit: 'max_tokens', media: allMedia })
    const shownImage = { type: 'image_url', image_url: { url: png } }
    const document = { type: 'file', file: { filename: 'a.pdf', file_data: file } }
    expect(messages[1]).toEqual({ role: 'user', content: [shownImage, document, { type: 'text', text: 'What is this?' }] })
    expect(messages.slice(3)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '1 image' },
      { role: 'tool', tool_call_id: 'b', content: '(shown in the message after the results)' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What read_file showed (call a):' },
          shownImage,
          { type: 'text', text: 'What read_file showed (call b):' },
          document,
        ],
      },
    ])
  })

  it('are parts of the message or of the output they belong to in the Responses API', () => {
    const { input } = prepareResponses(requestWith(history), { provider: 'fake', media: allMedia })
    const shownImage = { type: 'input_image', image_url: png, detail: 'auto' }
    const document = { type: 'input_file', filename: 'a.pdf', file_data: file }
    expect(input[0]).toEqual({
      type: 'message',
      role: 'user',
      content: [shownImage, document, { type: 'input_text', text: 'What is this?' }],
    })
    expect(input.slice(-2)).toEqual([
      { type: 'function_call_output', call_id: 'a', output: [shownImage, { type: 'input_text', text: '1 image' }] },
      { type: 'function_call_output', call_id: 'b', output: [document] },
    ])
  })

  it('that a model does not take are told of in words', () => {
    expect(sent(prepareAnthropic(requestWith(history), 'fake', { media: noMedia }))).toContain(
      '[An image (png, 1×1) is left out: this model takes no images.]',
    )
    const words = sent(
      prepareOpenAI(requestWith(history), { provider: 'fake', outputLimit: 'max_tokens', media: { ...allMedia, documents: false } }),
    )
    expect(words).toContain(String.raw`[The PDF document \"a.pdf\" is left out: this model takes no PDF documents.]`)
    expect(words).toContain(shownBytes.png)
  })

  it('whose bytes are gone or are not what they are called are told of in words', () => {
    const media = { ...allMedia, data: new Map([['png', shownBytes.pdf]]) }
    const words = sent(prepareAnthropic(requestWith(history), 'fake', { media }))
    expect(words).toContain('(png, 1×1) is left out: it is not in a form that can be sent.')
    expect(words).toContain('is left out: its bytes are no longer kept.')
  })

  it('are sent until a request is full, the oldest first, so that what was sent stays', () => {
    const many = Array.from({ length: 102 }, () => user('x', { media: [image()] }))
    const body = prepareAnthropic(requestWith(many), 'fake', { media: allMedia })
    expect(body.messages[0]?.content.filter(({ type }) => type === 'image')).toHaveLength(100)
    expect(sent(body).match(/already shows as much as one request can carry/g)).toHaveLength(2)
    const pages = [user('x', { media: [pdf({ pages: 60 }), pdf({ pages: 60 }), pdf({ pages: 40 })] })]
    const shown = prepareAnthropic(requestWith(pages), 'fake', { media: allMedia }).messages[0]?.content.map(({ type }) => type)
    expect(shown).toEqual(['document', 'text', 'document', 'text'])
  })

  it('in a result that tells of an error are left out of it for Anthropic, which takes words alone there', () => {
    const failed = [user('go'), assistant('', [call('a')]), result('a', ['it broke', image()], true)]
    const { messages } = prepareAnthropic(requestWith(failed), 'fake', { media: allMedia })
    expect(messages[2]?.content[0]).toMatchObject({
      content: [{ type: 'text' }, { type: 'text', text: '[Left out of an error: image/png]' }],
    })
  })

  it('are loaded once each, and only the kinds that are taken', async () => {
    const asked: string[] = []
    const blobs = async (blobId: string) => {
      asked.push(blobId)
      return blobId === 'png' ? shownBytes.png : undefined
    }
    const media = await loadMedia({ messages: history, blobs }, { images: true, documents: false })
    expect([asked, [...media.data.keys()]]).toEqual([['png'], ['png']])
  })
})

function sent(body: object): string {
  return JSON.stringify(body)
}

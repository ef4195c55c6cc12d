import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, type Json, type ModelServer } from '../testing/model-server/index.ts'
import { collect, image, pdf, providerFor, requestWith, shownBytes, summary, user } from './fixtures.ts'
import type { ModelRequest } from './types.ts'

let server: ModelServer
afterEach(() => server.close())

const messages = [user('What is this?', { media: [image(), pdf()] })]
const blobs: ModelRequest['blobs'] = async (blobId) => (blobId === 'png' ? shownBytes.png : shownBytes.pdf)
const shows = (body: Json) => ({
  image: JSON.stringify(body).includes(shownBytes.png),
  document: JSON.stringify(body).includes(shownBytes.pdf),
})

async function send(
  protocol: ModelServer['protocol'],
  model: string,
  refusal?: { status: number; message: string; of: 'image' | 'document' },
) {
  server = await startModelServer({
    protocol,
    script: (body) =>
      refusal && shows(body)[refusal.of]
        ? { status: refusal.status, body: { error: { message: refusal.message, type: 'invalid_request_error' } } }
        : { text: 'ok' },
  })
  const provider = providerFor({ protocol, baseUrl: server.baseUrl, model })
  const run = async () =>
    summary(await collect(provider.stream(requestWith(messages, { model, blobs }), new AbortController().signal)))['end']
  return { first: await run(), second: await run(), sent: server.requests.map(({ body }) => shows(body)) }
}

describe('an endpoint that takes no images or documents', () => {
  it.each<[ModelServer['protocol'], 'image' | 'document', number, string]>([
    ['openai', 'image', 400, 'Failed to deserialize the JSON body: messages[1]: unknown variant `image_url`, expected `text`'],
    ['openai', 'image', 400, 'Invalid content type. image_url is only supported by certain models.'],
    ['openai', 'image', 404, 'No endpoints found that support image input'],
    ['openai', 'image', 500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
    ['openai', 'document', 400, "Invalid type for 'messages[1].content[1]': unknown variant `file`, expected `text` or `image_url`"],
    ['anthropic', 'document', 400, 'messages.0.content.1: PDF documents are not supported by this model'],
    ['openai-responses', 'image', 400, 'This model does not support image inputs.'],
  ])('over %s is sent no %s a second time after %i %s', async (protocol, of, status, message) => {
    const { first, second, sent } = await send(protocol, 'gateway-model', { status, message, of })
    const both = { image: true, document: true }
    const less = { ...both, [of]: false }
    expect({ first, second, sent }).toEqual({ first: 'end_turn', second: 'end_turn', sent: [both, less, less] })
  })

  it('is never sent any where the table knows it', async () => {
    const { first, sent } = await send('openai', 'deepseek-v4-pro')
    expect({ first, sent: sent[0] }).toEqual({ first: 'end_turn', sent: { image: false, document: false } })
    expect(JSON.stringify(server.requests[0]?.body)).toContain('is left out: this model takes no images.')
  })

  it('that speaks of another trouble with an image is not sent less', async () => {
    const { first, sent } = await send('openai', 'gateway-model', { status: 400, message: 'Could not process image', of: 'image' })
    expect({ first, sent: sent.length }).toEqual({ first: 'error:bad_request', sent: 2 })
  })
})

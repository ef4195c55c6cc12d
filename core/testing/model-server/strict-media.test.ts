import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { answer, anthropic, says, text, use } from './fixtures.ts'
import { refusalOfAnthropic, refusalOfOpenAI, refusalOfResponses, type Json } from './index.ts'

const dot = await draw(1, 1)
const wide = await draw(2_001, 1)
const pdf = Buffer.from('%PDF-1.4 1 0 obj<</Type/Page>>endobj').toString('base64')

const image = (data = dot, more: Json = {}): Json => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data, ...more } })
const document = (data = pdf): Json => ({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } })

describe('as a vendor, it takes media in form and refuses', () => {
  it.each<[string, Json, RegExp | undefined]>([
    ['nothing of an image and a document', anthropic([says('user', image(), document(), text('look'))]), undefined],
    ['bytes that are no image', anthropic([says('user', image('AAAA'))]), /messages\.0\.content\.0: Could not process image/],
    ['an image that is called another', anthropic([says('user', image(dot, { media_type: 'image/jpeg' }))]), /does not match/],
    ['a heavy image', anthropic([says('user', image(`${dot.slice(0, 60)}${'A'.repeat(6_000_000)}`))]), /exceeds 5 MB maximum/],
    ['nothing of a wide image alone', anthropic([says('user', image(wide))]), undefined],
    ['a wide image among many', anthropic([says('user', image(wide), ...Array(20).fill(image()))]), /many-image requests: 2000 pixels/],
    ['too many images', anthropic([says('user', ...Array(101).fill(image()))]), /Too many images/],
    ['too many pages', anthropic([says('user', ...Array(101).fill(document()))]), /maximum of 100 PDF pages/],
    ['a broken document', anthropic([says('user', document('AAAA'))]), /PDF specified was not valid/],
    [
      'an image in a result that is an error',
      anthropic([says('user', text('x')), says('assistant', use('a')), says('user', answer('a', { content: [image()], is_error: true }))]),
      /all content must be type `text` if `is_error` is true/,
    ],
  ])('%s, over Anthropic', (_title, body, reason) => {
    const refusal = refusalOfAnthropic(body)
    if (reason) expect(refusal).toMatch(reason)
    else expect(refusal).toBeUndefined()
  })

  const url = `data:image/png;base64,${dot}`
  const chat = (...content: readonly Json[]): Json => ({ model: 'm', messages: [{ role: 'user', content }] })
  const responses = (...content: readonly Json[]): Json => ({ model: 'm', input: [{ type: 'message', role: 'user', content }] })
  it.each<[string, string | undefined, RegExp | undefined]>([
    ['nothing of an image', refusalOfOpenAI(chat({ type: 'image_url', image_url: { url } })), undefined],
    ['an address elsewhere', refusalOfOpenAI(chat({ type: 'image_url', image_url: { url: 'file:///x' } })), /data URL/],
    [
      'a file without a name',
      refusalOfOpenAI(chat({ type: 'file', file: { file_data: `data:application/pdf;base64,${pdf}` } })),
      /filename/,
    ],
    ['nothing of a part', refusalOfResponses(responses({ type: 'input_image', image_url: url })), undefined],
    ['an empty image', refusalOfResponses(responses({ type: 'input_image', image_url: 'data:image/png;base64,' })), /data URL/],
    ['a file that is none', refusalOfResponses(responses({ type: 'input_file', filename: 'a.pdf', file_data: url })), /data URL/],
  ])('%s, over OpenAI', (_title, refusal, reason) => {
    if (reason) expect(refusal).toMatch(reason)
    else expect(refusal).toBeUndefined()
  })
})

async function draw(width: number, height: number): Promise<string> {
  const png = await Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 90), width, height).png()
  return png.toString('base64')
}

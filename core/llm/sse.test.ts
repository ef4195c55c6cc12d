import { fc } from '../testing/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { createSseParser, type SseEvent } from './sse.ts'

function parse(bytes: Uint8Array, sizes: readonly number[] = [bytes.length]): readonly SseEvent[] {
  const parser = createSseParser()
  const events: SseEvent[] = []
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = Math.max(1, sizes[n % sizes.length] ?? 1)
    events.push(...parser.push(bytes.subarray(at, at + size)))
    at += size
  }
  return [...events, ...parser.end()]
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const event = (data: string, name = 'message', complete = true): SseEvent => ({ name, data, complete })

describe('the event reader', () => {
  it.each<[string, string, readonly SseEvent[]]>([
    ['names and data', 'event: a\ndata: 1\n\ndata: 2\n\n', [event('1', 'a'), event('2')]],
    ['data in several lines', 'data: 1\ndata:\ndata:  2\n\n', [event('1\n\n 2')]],
    ['a field without a colon', 'data\n\n', [event('')]],
    ['comments and fields it does not know', ': ping\nid: 7\nretry: 1\ndata: x\n\n', [event('x')]],
    ['a name without data as nothing', 'event: a\n\ndata: x\n\n', [event('x')]],
    ['CRLF and CR', 'data: 1\r\n\r\ndata: 2\r\rdata: 3\r\n\n', [event('1'), event('2'), event('3')]],
    ['a byte order mark', '\uFEFFdata: x\n\n', [event('x')]],
    ['an end without the blank line', 'data: 1\n\ndata: 2', [event('1'), event('2', 'message', false)]],
    ['an end without the second line end', 'data: 2\n', [event('2', 'message', false)]],
  ])('reads %s', (_what, text, events) => {
    expect(parse(encode(text))).toEqual(events)
  })

  it('gives the same events wherever the bytes are cut', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
      fc.constantFrom('event: 名', ': c', '', '', 'data: 你好🦀', 'data'),
    )
    const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 20 })
    fc.assert(
      fc.property(stream, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (lines, sizes) => {
        const bytes = encode(lines.map((pair) => pair.join('')).join(''))
        expect(parse(bytes, sizes)).toEqual(parse(bytes))
      }),
      { numRuns: 500 },
    )
  })

  it('takes time in proportion to the bytes, for one line in many pieces', () => {
    const cost = (pieces: number): number => {
      const parser = createSseParser()
      const piece = encode('x'.repeat(64))
      const start = performance.now()
      parser.push(encode('data: '))
      for (let n = 0; n < pieces; n++) parser.push(piece)
      expect(parser.push(encode('\n\n'))[0]?.data.length).toBe(pieces * 64)
      return performance.now() - start
    }
    cost(1000)
    // Quadratic copying would make this 256 times as dear, seconds of it.
    expect(cost(128_000)).toBeLessThan(2000)
  })

  it('ends a stream whose event has no end', () => {
    const parser = createSseParser()
    const piece = encode('x'.repeat(8 * 1024 * 1024))
    expect(() => {
      for (let n = 0; n < 9; n++) parser.push(piece)
    }).toThrow('larger than 64 MB')
  })
})

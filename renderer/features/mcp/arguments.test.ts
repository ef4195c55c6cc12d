import { expect, it } from 'vitest'
import { readArguments } from './read-arguments.ts'
import { resultText } from './result-text.ts'
import { sampleArguments } from './sample-arguments.ts'

it('what a tool must be given stands there to be filled in, with defaults and first choices', () => {
  const schema = {
    type: 'object',
    properties: {
      path: { type: 'string' },
      depth: { type: 'integer', default: 2 },
      how: { enum: ['fast', 'slow'] },
      tags: { type: 'array' },
      odd: true,
      left: { type: 'string' },
    },
    required: ['path', 'depth', 'how', 'tags', 'odd', 'unknown', 7],
  }
  expect(sampleArguments(schema)).toEqual({ path: '', depth: 2, how: 'fast', tags: [], odd: null, unknown: null })
  expect(sampleArguments({})).toEqual({})
})

it('only a JSON object is taken for arguments', () => {
  expect(['{"a": 1}', '{}', '[1]', 'null', '{"a"', ''].map(readArguments)).toEqual([
    { a: 1 },
    {},
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('an answer of words reads as words, any other as it came, and none without end', () => {
  const text = (words: string) => ({ type: 'text', text: words })
  expect(resultText({ isError: false, content: [text('one'), text('two')] })).toBe('one\ntwo')
  expect(resultText({ isError: false, content: [{ type: 'image', data: 'AA' }] })).toContain('"image"')
  expect(resultText({ isError: false, content: [text('n')], structuredContent: { n: 1 } })).toBe('{\n  "n": 1\n}')
  expect(resultText({ isError: false, content: [text('x'.repeat(9_000))] })).toHaveLength(4_001)
})

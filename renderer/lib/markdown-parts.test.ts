import { fc } from '../../core/testing/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { createMarkdownStream } from './markdown-blocks.ts'
import { partsOf } from './markdown-parts.ts'

const SECTION = `## A heading\n\n${'Words that go on. '.repeat(20)}\n\n- one\n- two\n\n`

describe('the parts of a growing answer', () => {
  it('are all its blocks, in order, and the last is open', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('# A\n\n', '- b\n- c\n\n', `${'d '.repeat(900)}\n\n`, '```\ne\n```\n\n')), (pieces) => {
        const blocks = createMarkdownStream().update(pieces.join(''), false)
        const parts = partsOf(blocks, [])
        expect(parts.flatMap((part) => part.blocks)).toEqual(blocks)
        expect(parts.map((part) => part.isClosed)).toEqual(parts.map((_, index) => index < parts.length - 1))
      }),
    )
  })

  it('stay the very objects they were once they are closed', () => {
    const stream = createMarkdownStream()
    const text = SECTION.repeat(20)
    const first = partsOf(stream.update(text.slice(0, 4_000), false), [])
    const second = partsOf(stream.update(text.slice(0, 6_000), false), first)
    expect(first.length).toBeGreaterThan(2)
    expect(second.slice(0, first.length - 1).every((part, index) => part === first[index])).toBe(true)
    expect(second.length).toBeGreaterThan(first.length)
  })

  it('are new ones when the text is another', () => {
    const stream = createMarkdownStream()
    const first = partsOf(stream.update(SECTION.repeat(10), false), [])
    const second = partsOf(stream.update(`Another. ${SECTION.repeat(10)}`, false), first)
    expect(second[0]).not.toBe(first[0])
    expect(second[0]?.blocks[0]?.token.raw).toContain('Another')
  })
})

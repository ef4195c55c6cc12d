import { fc } from '../../core/testing/fast-check.ts'
import { expect, it } from 'vitest'
import { codePieces } from './code-pieces.ts'

it('pieces are the code, and all but the last stay as they are when it grows', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 900 }), { maxLength: 40 }), fc.string({ maxLength: 4000 }), (lines, more) => {
      const code = lines.join('\n')
      const pieces = codePieces(code)
      expect(pieces.join('')).toBe(code)
      expect(codePieces(code + more).slice(0, pieces.length - 1)).toEqual(pieces.slice(0, -1))
    }),
  )
})

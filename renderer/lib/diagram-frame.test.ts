import { expect, it } from 'vitest'
import { readDiagramAnswer } from './diagram-frame.ts'

it('takes nothing from the frame of diagrams but a height and words, both within bounds', () => {
  expect(readDiagramAnswer({ kind: 'drawn', height: 120.4, html: '<b>' })).toEqual({ kind: 'drawn', height: 121 })
  expect(readDiagramAnswer({ kind: 'drawn', height: 1e9 })).toEqual({ kind: 'drawn', height: 720 })
  expect(readDiagramAnswer({ kind: 'failed', reason: 'x'.repeat(5000) })).toEqual({ kind: 'failed', reason: 'x'.repeat(400) })
  const others = [
    undefined,
    'drawn',
    { kind: 'drawn' },
    { kind: 'drawn', height: NaN },
    { kind: 'drawn', height: -1 },
    { kind: 'failed', reason: {} },
  ]
  expect(others.map(readDiagramAnswer)).toEqual(others.map(() => undefined))
})

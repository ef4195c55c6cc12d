import { expect, it } from 'vitest'
import type { Row } from '../../../core/contract/view.ts'
import { rowSaying } from './row-saying.ts'

const prompt = (id: string, text: string): Row => ({ kind: 'user', id, turnId: id, text, attachments: [] })
const answer = (id: string, text: string): Row => ({ kind: 'text', id, turnId: 'a', step: 1, text, interrupted: false })
const rows = [prompt('a', 'Look'), answer('a1', 'I look.'), answer('a2', 'The Lease ends.'), prompt('b', 'And?'), answer('b1', 'a needle')]

it.each([
  ['lease', 'a2'],
  ['Look', 'a'],
  ['needle', 'a'],
  ['', 'a'],
])('asked for the turn that says “%s” the row %s is shown', (words, id) => {
  expect(rowSaying(rows, { rowId: 'a', words })).toBe(id)
})

import { expect, it } from 'vitest'
import { cardAt, heightOf, linesOf, topsOf } from './card-lines.ts'
import { card, factsOf } from './test-card.ts'

it('a card is as high as what it says, and what it says is known before it is drawn', () => {
  const plain = card('a', 'todo')
  const running = { ...card('b', 'running', 1), facts: factsOf({ startedAt: 1 }) }
  expect(linesOf(plain)).toEqual({ live: false, ties: false, branch: false, foot: false })
  expect(linesOf(running)).toEqual({ live: true, ties: false, branch: false, foot: true })
  expect(linesOf({ ...plain, plan: { agent: 'Explore' }, blockedBy: [{ id: 'b', state: 'gone' }] })).toMatchObject({
    live: true,
    ties: true,
  })
  expect(linesOf({ ...plain, blockedBy: [{ id: 'b', state: 'done' }] }).ties).toBe(false)
  const worktree = { path: '/w', branch: 'b', base: 'c', state: 'changed' } as const
  expect(heightOf({ ...plain, worktree, blocks: ['c'] }, 1)).toBe(54 + 2 * 20)
  expect([heightOf(plain, 1), heightOf(plain, 2), heightOf(running, 2)]).toEqual([54, 70, 115])
})

it('finds the card at a height, before the first and behind the last one too', () => {
  const tops = topsOf([50, 100, 70])
  expect(tops).toEqual([0, 58, 166, 244])
  expect([-500, 0, 57, 58, 165, 166, 9_000].map((y) => cardAt(tops, y))).toEqual([0, 0, 0, 1, 1, 2, 2])
  expect(cardAt(topsOf([]), 10)).toBe(0)
})

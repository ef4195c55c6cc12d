import { expect, it } from 'vitest'
import type { Task } from '../../../core/contract/tasks.ts'
import { arrange, moveOnBoard, verbOf, verbOfDrop } from './columns.ts'
import { card } from './test-card.ts'

const all = { text: '', agent: '', column: '', projectId: '' } as const
const ids = (tasks: readonly Task[] | undefined): string[] => (tasks ?? []).map(({ id }) => id)

it('every state has one column, and what ended badly or was interrupted stands together', () => {
  const board = arrange([card('a', 'todo'), card('b', 'interrupted', 1), card('c', 'cancelled'), card('d', 'completed', 1)], all)
  expect([...board].map(([id, tasks]) => [id, ids(tasks)])).toEqual([
    ['todo', ['a']],
    ['queued', []],
    ['running', []],
    ['waiting', []],
    ['done', ['d']],
    ['failed', ['b', 'c']],
  ])
})

it('cards are found by words of theirs and by who works at them', () => {
  const tasks = [card('a', 'todo', 0, 'Explore'), card('b', 'todo')]
  expect(ids(arrange(tasks, { text: ' WORK B', agent: '', column: '', projectId: '' }).get('todo'))).toEqual(['b'])
  expect(ids(arrange(tasks, { text: '', agent: 'Explore', column: '', projectId: '' }).get('todo'))).toEqual(['a'])
})

it('a card goes only where its state can go', () => {
  expect([card('a', 'todo'), card('b', 'running', 1), card('c', 'failed', 1), card('d', 'completed')].map(verbOf)).toEqual([
    'start',
    'stop',
    'resume',
    undefined,
  ])
  expect(verbOfDrop(card('a', 'todo'), 'queued')).toBe('start')
  expect(verbOfDrop(card('a', 'todo'), 'done')).toBeUndefined()
  expect(verbOfDrop(card('b', 'running', 1), 'failed')).toBe('stop')
  expect(verbOfDrop(card('b', 'running', 1), 'queued')).toBeUndefined()
})

it('arrow keys go along a column and over empty ones, and stop at the edges', () => {
  const board = arrange([card('a', 'todo'), card('b', 'todo'), card('c', 'completed', 1)], all)
  const go = (id: string, key: string): string | undefined => moveOnBoard(board, id, key)
  expect([
    go('a', 'ArrowDown'),
    go('b', 'ArrowDown'),
    go('b', 'ArrowRight'),
    go('c', 'ArrowLeft'),
    go('a', 'End'),
    go('a', 'ArrowLeft'),
  ]).toEqual(['b', undefined, 'c', 'a', 'b', undefined])
})

import { expect, it } from 'vitest'
import { boardLink, noFilters, readBoardLink } from './board-link.ts'

it('leads to the board, to one of its cards and to a part of it, and nowhere else', () => {
  const filters = { agent: '评审 & co', state: 'running', project: 'p=1?' }
  const places = [
    { filters: noFilters },
    { taskId: '0199a3c2-7d10-7abc-8def-0123456789ab', filters: noFilters },
    { taskId: 'abc', filters },
    { filters: { ...noFilters, state: 'done' } },
  ]
  expect(places.map((place) => readBoardLink(boardLink(place)))).toEqual(places)
  expect(places.map(boardLink)[3]).toBe('#/board?state=done')
  expect(['', '#', '#/settings/agents', '#board'].map(readBoardLink)).toEqual([undefined, undefined, undefined, undefined])
  expect(readBoardLink('#/board/%E0%A4?state')).toEqual({ filters: noFilters })
})

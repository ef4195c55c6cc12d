import { expect, it } from 'vitest'
import { boardLink, readBoardLink } from './board-link.ts'

it('leads to the board and to one of its cards, and nowhere else', () => {
  const places = [{}, { taskId: '0199a3c2-7d10-7abc-8def-0123456789ab' }]
  expect(places.map((place) => readBoardLink(boardLink(place)))).toEqual(places)
  expect(['', '#', '#/settings/agents', '#board'].map(readBoardLink)).toEqual([undefined, undefined, undefined, undefined])
  expect(readBoardLink('#/board/%E0%A4')).toEqual({})
})

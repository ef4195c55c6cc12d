import { describe, expect, it } from 'vitest'
import { rowsToDraw } from './row-window.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}` }))
const ids = (drawn: ReturnType<typeof rowsToDraw>) => drawn.rows.map(({ row }) => row.id)
const none = new Set<string>()

describe('the rows that are drawn', () => {
  it('are all of them in a short conversation', () => {
    const drawn = rowsToDraw(rows(120), { top: 0, height: 600, heights: new Map() }, none)
    expect([drawn.rows.length, drawn.isWhole]).toEqual([120, true])
  })

  it('are few in one of ten thousand, and the distances stand for the rest', () => {
    const heights = new Map(rows(10_000).map(({ id }) => [id, 30]))
    for (const top of [0, 150_000, undefined]) {
      const drawn = rowsToDraw(rows(10_000), { top, height: 600, heights }, none)
      expect(drawn.rows.length).toBeLessThan(110)
      const distance = drawn.rows.reduce((sum, { above }) => sum + above, 0)
      expect(distance + drawn.rows.length * 30).toBe(300_000)
      expect(ids(drawn)).toContain(`r${top === undefined ? 9_999 : top / 30}`)
      expect(ids(drawn).at(-1)).toBe('r9999')
    }
  })

  it('include one that holds something of the reader, in its place', () => {
    const drawn = rowsToDraw(rows(500), { top: undefined, height: 600, heights: new Map() }, new Set(['r7']))
    expect(drawn.rows[0]).toEqual({ row: { id: 'r7' }, index: 7, above: 7 * 60 })
    expect(drawn.rows.map(({ index }) => index)).toEqual(drawn.rows.map(({ index }) => index).toSorted((a, b) => a - b))
  })
})

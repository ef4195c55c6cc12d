import { expect, it } from 'vitest'
import { drawerHeightOf } from './drawer-height.ts'

it('a drawer is never lower than 200 nor higher than 480, and what is no number has the usual height', () => {
  expect([100, 199.6, 300.4, 999, Number('old')].map(drawerHeightOf)).toEqual([200, 200, 300, 480, 292])
})

import { expect, it } from 'vitest'
import { safeIcon } from './icon.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='

it.each([
  ['https://example.com/icon.png'],
  ['data:image/svg+xml;base64,PHN2Zz4='],
  ['data:text/html;base64,PGI+'],
  ['javascript:alert(1)'],
  ['file:///etc/passwd'],
  ['data:image/png;base64,"><script>'],
  [`data:image/png;base64,${'A'.repeat(40_000)}`],
])('%.40s is not drawn; the safe one behind it is', (src) => {
  expect(safeIcon([{ src }])).toBeNull()
  expect(safeIcon([{ src }, { src: png }])).toBe(png)
})

it('none is none', () => {
  expect([safeIcon(undefined), safeIcon([])]).toEqual([null, null])
})

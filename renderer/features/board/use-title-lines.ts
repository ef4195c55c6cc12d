import { createTextWidth } from '../../lib/text-width.ts'

/** Padding and edge of a card, and what the spaces between Han and Latin may add. */
const AROUND = 26

/** How many lines a card's title takes in a column of that width: what fits on one line takes one, all else is cut at two. */
export function useTitleLines(): (subject: string, columnWidth: number) => 1 | 2 {
  // Once, before there are cards: asked for later it has the whole board laid out.
  const style = getComputedStyle(document.documentElement)
  const width = createTextWidth(`${style.getPropertyValue('--weight-selected').trim()} 12px ${style.getPropertyValue('--font-ui')}`)
  return (subject, columnWidth) => (width(subject) > columnWidth - AROUND ? 2 : 1)
}

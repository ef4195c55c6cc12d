import { menu, type Tea } from './menu.ts'

export interface Line {
  tea: Tea
  cups: number
}

export interface Receipt {
  lines: { tea: Tea; cups: number; free: number; cents: number }[]
  delivery: number
  total: number
}

const DELIVERY = 250
const FREE_DELIVERY_FROM = 2000

export function receipt(order: Line[]): Receipt {
  const lines = order.map(({ tea, cups }) => {
    const free = freeCups(cups)
    return { tea, cups, free, cents: (cups - free) * menu[tea] }
  })
  const goods = lines.reduce((sum, line) => sum + line.cents, 0)
  const delivery = goods >= FREE_DELIVERY_FROM ? 0 : DELIVERY
  return { lines, delivery, total: goods + delivery }
}

/** Every third cup of the same tea is free. */
function freeCups(cups: number): number {
  return Math.floor((cups - 1) / 3)
}

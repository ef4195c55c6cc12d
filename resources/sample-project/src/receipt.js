import { total } from './cart.js'
import { priceOf } from './prices.js'

export function receipt(cart) {
  const lines = cart.map(({ name, count }) => `${count} x ${name}  ${inEuro(priceOf(name) * count)}`)
  return [...lines, `Total  ${inEuro(total(cart))}`].join('\n')
}

function inEuro(cents) {
  return `${(cents / 100).toFixed(2)} EUR`
}

import { priceOf } from './prices.js'

/** A cart holds lines of { name, count }. */
export function addToCart(cart, name, count = 1) {
  const known = cart.find((line) => line.name === name)
  if (!known) return [...cart, { name, count }]
  return cart.map((line) => (line === known ? { ...line, count: line.count + count } : line))
}

/** Total in cents. From ten cups on, a cart is ten per cent cheaper. */
export function total(cart) {
  const cups = cart.reduce((sum, line) => sum + line.count, 0)
  const cents = cart.reduce((sum, line) => sum + priceOf(line.name) * line.count, 0)
  return cups > 10 ? Math.round(cents * 0.9) : cents
}

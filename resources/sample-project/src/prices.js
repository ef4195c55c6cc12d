/** In cents a cup. */
const prices = { sencha: 420, oolong: 480, 'earl grey': 350, chai: 450 }

export function priceOf(name) {
  const price = prices[name]
  if (price === undefined) throw new Error(`No tea named ${name}`)
  return price
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addToCart, total } from '../src/cart.js'
import { receipt } from '../src/receipt.js'

test('the same tea twice is one line', () => {
  assert.deepEqual(addToCart(addToCart([], 'sencha'), 'sencha', 2), [{ name: 'sencha', count: 3 }])
})

test('ten cups are ten per cent cheaper', () => {
  assert.equal(total(addToCart([], 'sencha', 10)), 3780)
})

test('a receipt ends with the total', () => {
  assert.match(receipt(addToCart([], 'chai', 2)), /Total {2}9\.00 EUR$/)
})

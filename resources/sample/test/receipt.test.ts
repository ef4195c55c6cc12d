import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money } from '../src/money.ts'
import { receipt } from '../src/receipt.ts'

test('two cups are both charged', () => {
  assert.equal(receipt([{ tea: 'green', cups: 2 }]).total, 2 * 320 + 250)
})

test('the third cup of the same tea is free', () => {
  const [line] = receipt([{ tea: 'green', cups: 3 }]).lines
  assert.deepEqual(line, { tea: 'green', cups: 3, free: 1, cents: 2 * 320 })
})

test('cups of different teas are counted apart', () => {
  const { lines } = receipt([
    { tea: 'green', cups: 2 },
    { tea: 'oolong', cups: 2 },
  ])
  assert.deepEqual(
    lines.map((line) => line.free),
    [0, 0],
  )
})

test('from 20.00 on delivery is free', () => {
  assert.equal(receipt([{ tea: 'pu-erh', cups: 7 }]).delivery, 0)
})

test('money has two digits after the point', () => {
  assert.equal(money(1250), '12.50')
})

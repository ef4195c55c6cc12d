import { money } from './money.ts'
import { receipt } from './receipt.ts'

const { lines, delivery, total } = receipt([
  { tea: 'green', cups: 3 },
  { tea: 'oolong', cups: 1 },
])

for (const line of lines) {
  const note = line.free > 0 ? ` (${line.free} free)` : ''
  console.log(`${line.cups} × ${line.tea}${note}  ${money(line.cents)}`)
}
console.log(`delivery  ${money(delivery)}`)
console.log(`total  ${money(total)}`)

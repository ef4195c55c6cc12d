import { systemClock } from '../base/clock.ts'
import { openStorage } from '../storage/index.ts'

// A second process that takes cards, for tests: `claim-child.ts <database> <workers> <card> …` says "ready", waits for a line on stdin,
// lets each of its workers claim every card, and says who got what.
const [path = '', workers = '', ...cards] = process.argv.slice(2)
const storage = await openStorage({ path, clock: systemClock, log: { log: () => undefined }, program: 'test' })
process.stdout.write('ready\n')
process.stdin.once('data', () => {
  const won = cards.flatMap((card) =>
    workers.split(',').flatMap((worker) => (storage.tasks.claim(card, worker) ? [`${card} ${worker}`] : [])),
  )
  process.stdout.write(`${JSON.stringify(won)}\n`, () => process.exit(0))
})

import { systemClock } from '../base/clock.ts'
import { openStorage } from '../storage/index.ts'

// A second process for the tests: `write <path> <session> <id prefix>` stores messages until it is killed, `hold <path> <session>`
// takes the session's lease and sits. Each says on stdout what is already durable.
const [task = '', path = '', sessionId = '', prefix = ''] = process.argv.slice(2)
const storage = await openStorage({ path, clock: systemClock, log: { log: () => undefined }, program: 'child' })

if (task === 'hold') {
  process.stdout.write(`${JSON.stringify(storage.leases.acquire(sessionId))}\n`)
  setInterval(() => storage.leases.renew(), 1_000)
}
if (task === 'write') {
  for (let n = 1; ; n += 1) {
    storage.messages.append(
      sessionId,
      { role: 'user', id: `${prefix}${n}`, turnId: 't', createdAt: n, text: `${n} ${'x'.repeat(2_000)}`, attachments: [], reminders: [] },
      { lastSeq: n },
    )
    process.stdout.write(`${n}\n`)
  }
}

import type { Clock } from '../base/clock.ts'
import type { Contact } from '../contract/contacts.ts'
import type { Connection } from './connection.ts'
import type { ContactRepository } from './contact-types.ts'

/** More hosts than anybody reads; an agent may be sent to as many as it likes. */
const MAX_ROWS = 500
/** The longest name there is, and a port. */
const MAX_HOST = 260

export function createContactRepository(connection: Connection, clock: Clock): ContactRepository {
  const begin = connection.statement(`
    INSERT INTO contacts (host, purpose, first_at, last_at, count, outcome) VALUES ($host, $purpose, $now, $now, 1, 'waiting')
    ON CONFLICT (host, purpose) DO UPDATE SET last_at = $now, count = count + 1, outcome = 'waiting', status = NULL`)
  const end = connection.statement('UPDATE contacts SET outcome = $outcome, status = $status WHERE host = $host AND purpose = $purpose')
  const trim = connection.statement(`
    DELETE FROM contacts WHERE rowid IN (SELECT rowid FROM contacts ORDER BY last_at DESC, rowid DESC LIMIT -1 OFFSET $max)`)
  const newest = connection.statement<Contact>(`
    SELECT host, purpose, first_at AS firstAt, last_at AS lastAt, count, outcome, status
    FROM contacts ORDER BY last_at DESC, rowid DESC LIMIT $max`)
  const clear = connection.statement('DELETE FROM contacts')
  return {
    add({ outcome, status, purpose, ...step }) {
      const host = step.host.slice(0, MAX_HOST)
      if (outcome !== 'waiting') return void end.run({ host, purpose, outcome, status })
      begin.run({ host, purpose, now: clock.now() })
      trim.run({ max: MAX_ROWS })
    },
    list: () => newest.all({ max: MAX_ROWS }),
    clear: () => clear.run({}),
  }
}

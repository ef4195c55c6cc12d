import type { Clock } from '../base/clock.ts'
import type { Connection } from './connection.ts'
import { exists, type ProcessIdentity, startOf } from './process-identity.ts'
import type { LeaseRepository } from './types.ts'

/** A holder elsewhere that has not renewed for this long counts as gone. */
const EXPIRES_MS = 30_000

interface LeaseRow {
  host: string
  boot_id: string
  pid: number
  pid_started: string
  program: string
  renewed_at: number
}

/** `releaseAll` gives back what this connection took. */
export function createLeaseRepository(connection: Connection, clock: Clock, me: ProcessIdentity): LeaseRepository & { releaseAll(): void } {
  const mine = 'host = $host AND boot_id = $bootId AND pid = $pid AND pid_started = $startedAt'
  const identity = { host: me.host, bootId: me.bootId, pid: me.pid, startedAt: me.startedAt }
  const holderOf = connection.statement<LeaseRow>('SELECT * FROM leases WHERE session_id = $sessionId')
  const take = connection.statement(`
    INSERT OR REPLACE INTO leases (session_id, host, boot_id, pid, pid_started, program, renewed_at)
    VALUES ($sessionId, $host, $bootId, $pid, $startedAt, $program, $now)`)
  const drop = connection.statement(`DELETE FROM leases WHERE session_id = $sessionId AND ${mine}`)
  const renew = connection.statement(`UPDATE leases SET renewed_at = $now WHERE ${mine}`)
  const held = new Set<string>()

  const release = (sessionId: string): void => {
    held.delete(sessionId)
    drop.run({ sessionId, ...identity })
  }
  return {
    acquire(sessionId) {
      return connection.transaction(() => {
        const holder = holderOf.get({ sessionId })
        if (holder && !isMine(holder, me) && isAlive(holder, me, clock.now())) {
          return { ok: false, holder: { host: holder.host, pid: holder.pid, program: holder.program } }
        }
        take.run({ sessionId, ...identity, program: me.program, now: clock.now() })
        held.add(sessionId)
        return { ok: true }
      })
    },
    heldElsewhere(sessionId) {
      const holder = holderOf.get({ sessionId })
      if (!holder || isMine(holder, me) || !isAlive(holder, me, clock.now())) return undefined
      return { host: holder.host, pid: holder.pid, program: holder.program }
    },
    release,
    renew: () => void renew.run({ ...identity, now: clock.now() }),
    releaseAll: () => [...held].forEach(release),
  }
}

function isMine(lease: LeaseRow, me: ProcessIdentity): boolean {
  return lease.host === me.host && lease.boot_id === me.bootId && lease.pid === me.pid && lease.pid_started === me.startedAt
}

function isAlive(lease: LeaseRow, me: ProcessIdentity, nowMs: number): boolean {
  const fresh = nowMs - lease.renewed_at < EXPIRES_MS
  if (lease.host !== me.host) return fresh
  const [boot, pidSpace] = lease.boot_id.split(' ')
  const [myBoot, myPidSpace] = me.bootId.split(' ')
  // This machine has been started again since.
  if (boot !== myBoot) return false
  // A container of the same name: its pids mean nothing here.
  if (pidSpace !== myPidSpace) return fresh
  if (!exists(lease.pid)) return false
  // Where the system tells no start time a reused pid shows only by not renewing.
  return lease.pid_started === '' ? fresh : startOf(lease.pid) === lease.pid_started
}

import { hostname } from 'node:os'
import type { Clock } from '../base/clock.ts'
import type { Logger } from '../platform/platform.ts'
import { createCheckpointRepository } from './checkpoints.ts'
import { createAuditRepository } from './audit.ts'
import { createBulkTasks } from './bulk/index.ts'
import { connect } from './connection.ts'
import { createLeaseRepository } from './leases.ts'
import { createMessageRepository } from './messages.ts'
import { migrations } from './migrations.ts'
import { openDatabase, requestCheck } from './open.ts'
import { thisProcess } from './process-identity.ts'
import { createProjectRepository } from './projects.ts'
import { createSessionRepository } from './sessions.ts'
import { createTrustRepository } from './trust.ts'
import type { Storage } from './types.ts'
import { createUsageRepository } from './usage.ts'

export interface StorageDeps {
  /** Absolute path of the file, or `:memory:` to keep nothing. */
  path: string
  clock: Clock
  log: Logger
  /** What holds this session, in words for whoever finds it taken: `cli`, `serve`, `electron`. */
  program: string
}

/** Opens `path`, making or migrating it first. Rejects with `AppError('storage.*')`; the native module is loaded only here. */
export async function openStorage({ path, clock, log, program }: StorageDeps): Promise<Storage> {
  const { db, setAside } = await openDatabase(path, migrations, () => clock.now())
  if (setAside) log.log('error', 'storage', 'database set aside', setAside.params)
  const connection = connect(db, () => {
    log.log('error', 'storage', 'database damaged', { path })
    if (path !== ':memory:') requestCheck(path)
  })
  const sessions = createSessionRepository(connection, clock)
  const leases = createLeaseRepository(connection, clock, thisProcess(hostname(), program))
  return {
    problems: setAside ? [setAside] : [],
    projects: createProjectRepository(connection, clock),
    sessions,
    messages: createMessageRepository(connection, sessions),
    usage: createUsageRepository(connection),
    leases,
    bulk: createBulkTasks(connection, { clock, leases }),
    checkpoints: createCheckpointRepository(connection, clock),
    trust: createTrustRepository(connection, clock),
    audit: createAuditRepository(connection),
    close() {
      leases.releaseAll()
      connection.close()
    },
  }
}

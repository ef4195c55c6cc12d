import { hostname } from 'node:os'
import type { Clock } from '../base/clock.ts'
import type { Logger } from '../platform/platform.ts'
import { createCheckpointRepository } from './checkpoints.ts'
import { createAuditRepository } from './audit.ts'
import { createBulkTasks, createBulkWorker, prepareElsewhere } from './bulk/index.ts'
import { connect } from './connection.ts'
import { createContactRepository } from './contacts.ts'
import { createDraftRepository } from './drafts.ts'
import { createHookMarkRepository } from './hook-marks.ts'
import { createHookRunRepository } from './hook-runs.ts'
import { createInboxRepository } from './inbox.ts'
import { createLeaseRepository } from './leases.ts'
import { createMessageRepository } from './messages.ts'
import { migrations } from './migrations.ts'
import { createNewestVersionRepository } from './newest-version.ts'
import { createNews } from './news.ts'
import { openDatabase, requestCheck } from './open.ts'
import { thisProcess } from './process-identity.ts'
import { createProjectRepository } from './projects.ts'
import { createReviewRepository } from './reviews.ts'
import { createSessionRepository } from './sessions.ts'
import { createSkillLinkRepository } from './skill-links.ts'
import { createSkillUseRepository } from './skill-uses.ts'
import { createTaskRepository } from './tasks.ts'
import { createTrustRepository } from './trust.ts'
import type { Storage } from './types.ts'
import { createUsageRepository } from './usage.ts'
import { createWaitingRepository } from './waiting.ts'

export interface StorageDeps {
  /** Absolute path of the file, or `:memory:` to keep nothing. */
  path: string
  clock: Clock
  log: Logger
  /** What holds this session, in words for whoever finds it taken: `cli`, `serve`, `electron`. */
  program: string
  /** Windows wait on this thread: bulk work, migrations and recovery get one of their own. */
  hasWindows?: boolean
}

/** Opens `path`, making or migrating it first. Rejects with `AppError('storage.*')`; the native module is loaded only here. */
export async function openStorage({ path, clock, log, program, hasWindows = false }: StorageDeps): Promise<Storage> {
  const isThreaded = hasWindows && path !== ':memory:'
  const { db, setAside } = await openDatabase(path, {
    migrations,
    nowMs: clock.now(),
    elsewhere: isThreaded ? prepareElsewhere : undefined,
  })
  if (setAside) log.log('error', 'storage', 'database set aside', setAside.params)
  const connection = connect(db, () => {
    log.log('error', 'storage', 'database damaged', { path })
    if (path !== ':memory:') requestCheck(path)
  })
  const sessions = createSessionRepository(connection, clock)
  const leases = createLeaseRepository(connection, clock, thisProcess(hostname(), program))
  const bulk = isThreaded ? createBulkWorker({ path, program }) : createBulkTasks(connection, { clock, leases })
  return {
    problems: setAside ? [setAside] : [],
    projects: createProjectRepository(connection, clock),
    sessions,
    messages: createMessageRepository(connection, sessions),
    usage: createUsageRepository(connection),
    leases,
    bulk,
    inbox: createInboxRepository(connection, clock),
    waiting: createWaitingRepository(connection, clock),
    news: createNews(connection, clock.now()),
    checkpoints: createCheckpointRepository(connection, clock),
    trust: createTrustRepository(connection, clock),
    skillLinks: createSkillLinkRepository(connection, clock),
    skillUses: createSkillUseRepository(connection),
    audit: createAuditRepository(connection),
    hookMarks: createHookMarkRepository(connection),
    hookRuns: createHookRunRepository(connection),
    tasks: createTaskRepository(connection, clock),
    drafts: createDraftRepository(connection),
    newestVersion: createNewestVersionRepository(connection),
    reviews: createReviewRepository(connection),
    contacts: createContactRepository(connection, clock),
    async close() {
      await bulk.close()
      leases.releaseAll()
      connection.close()
    },
  }
}

import first from './migrations/0001_first.sql?raw'
import lists from './migrations/0002_lists_search_inbox.sql?raw'
import checkpoints from './migrations/0003_checkpoints.sql?raw'
import trust from './migrations/0004_trust.sql?raw'
import summaries from './migrations/0005_summaries.sql?raw'
import audit from './migrations/0006_audit.sql?raw'
import queue from './migrations/0007_queue.sql?raw'
import waiting from './migrations/0008_waiting.sql?raw'
import approvals from './migrations/0009_approvals.sql?raw'
import agentsTasks from './migrations/0010_agents_tasks.sql?raw'
import hooks from './migrations/0011_hooks.sql?raw'
import auditTrace from './migrations/0012_audit_trace.sql?raw'
import drafts from './migrations/0013_drafts.sql?raw'
import taskPlans from './migrations/0014_task_plans.sql?raw'
import skillLinks from './migrations/0015_skill_links.sql?raw'
import handover from './migrations/0016_handover.sql?raw'
import leasesOfCards from './migrations/0017_leases_of_cards.sql?raw'
import skillUses from './migrations/0018_skill_uses.sql?raw'
import effort from './migrations/0019_effort.sql?raw'
import auditOfServer from './migrations/0020_audit_of_server.sql?raw'
import newestVersion from './migrations/0021_newest_version.sql?raw'
import reviews from './migrations/0022_reviews.sql?raw'
import contacts from './migrations/0023_contacts.sql?raw'

/** In order; the place in the list plus one is the file's `user_version`. Never edited once released, only added to. */
export const migrations: readonly string[] = [
  first,
  lists,
  checkpoints,
  trust,
  summaries,
  audit,
  queue,
  waiting,
  approvals,
  agentsTasks,
  hooks,
  auditTrace,
  drafts,
  taskPlans,
  skillLinks,
  handover,
  leasesOfCards,
  skillUses,
  effort,
  auditOfServer,
  newestVersion,
  reviews,
  contacts,
]

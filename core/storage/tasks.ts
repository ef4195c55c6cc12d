import type { Clock } from '../base/clock.ts'
import { CardPlan, RunFacts, type Task, type TaskActor, type TaskChange, type TaskStatus } from '../contract/tasks.ts'
import type { Connection } from './connection.ts'
import { blockerState, createTaskBlocks } from './task-blocks.ts'
import { createTaskNotices } from './task-notices.ts'
import type { TaskRepository } from './task-types.ts'

interface TaskRow {
  id: string
  project_id: string
  session_id: string | null
  name: string
  subject: string
  description: string
  status: TaskStatus
  owner: string
  run: number
  plan: string | null
  facts: string | null
  created_at: number
  updated_at: number
}

const atWork: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['queued', 'running', 'waiting'])

const select = 'SELECT t.*, r.facts FROM tasks t LEFT JOIN task_runs r ON r.task_id = t.id AND r.n = t.run'

export function createTaskRepository(connection: Connection, clock: Clock): TaskRepository {
  const blocks = createTaskBlocks(connection)
  const notices = createTaskNotices(connection)
  const insert = connection.statement(`
    INSERT INTO tasks (id, project_id, session_id, name, subject, description, status, owner, run, created_at, updated_at)
    VALUES ($id, $projectId, $sessionId, $name, $subject, $description, $status, $owner, $run, $now, $now)`)
  const byId = connection.statement<TaskRow>(`${select} WHERE t.id = $id`)
  const some = connection.statement<TaskRow>(`
    ${select} WHERE ($projectId IS NULL OR t.project_id = $projectId) AND ($sessionId IS NULL OR t.session_id = $sessionId)
      AND ($statuses IS NULL OR t.status IN (SELECT value FROM json_each($statuses))) AND t.updated_at >= $since
      AND ($owner IS NULL OR t.owner = $owner)
    ORDER BY t.updated_at DESC, t.id DESC LIMIT $limit`)
  const found = connection.statement<TaskRow>(`
    ${select} WHERE ($projectId IS NULL OR t.project_id = $projectId)
      AND (t.id = $which OR (t.name <> '' AND lower(t.name) = lower($which)) OR (length($which) >= 4 AND substr(t.id, 1, length($which)) = lower($which)))
    ORDER BY t.id <> $which, coalesce(t.session_id, '') <> $sessionId, t.updated_at DESC, t.id DESC LIMIT 20`)
  const ofName = connection.statement<{ id: string }>(
    "SELECT id FROM tasks WHERE session_id IS $sessionId AND name <> '' AND lower(name) = lower($name)",
  )
  const working = connection.statement<TaskRow>(`${select} WHERE t.status IN ('queued', 'running', 'waiting') ORDER BY t.id`)
  const setStatus = connection.statement(
    'UPDATE tasks SET status = $to, run = run + $added, plan = NULL, owner = coalesce($owner, owner), updated_at = $now WHERE id = $id AND status = $from',
  )
  const touch = connection.statement('UPDATE tasks SET updated_at = $now WHERE id = $id')
  const addRun = connection.statement('INSERT INTO task_runs (task_id, n, facts) SELECT id, run, $facts FROM tasks WHERE id = $id')
  const newest = 'task_id = $id AND n = (SELECT run FROM tasks WHERE id = $id)'
  const factsOf = connection.statement<{ facts: string }>(`SELECT facts FROM task_runs WHERE ${newest}`)
  const setFacts = connection.statement(`UPDATE task_runs SET facts = $facts WHERE ${newest}`)
  const write = connection.statement(`
    INSERT INTO task_journal (task_id, run, was, became, by, reason, at)
    SELECT id, run, $was, $became, $by, $reason, $now FROM tasks WHERE id = $id`)
  const change = connection.statement(`
    UPDATE tasks SET subject = coalesce($subject, subject), owner = coalesce($owner, owner), updated_at = $now WHERE id = $id`)
  const take = connection.statement(
    "UPDATE tasks SET owner = $owner, updated_at = $now WHERE id = $id AND owner = '' AND status NOT IN ('completed', 'failed', 'cancelled')",
  )
  const runsOf = connection.statement<{ facts: string }>('SELECT facts FROM task_runs WHERE task_id = $id ORDER BY n')
  const journalOf = connection.statement<TaskChange>(
    `SELECT run, was, became, by, reason, at FROM (SELECT * FROM task_journal WHERE task_id = $id ORDER BY n DESC LIMIT 1000) ORDER BY n`,
  )
  const version = connection.statement<{ data_version: number }>('PRAGMA data_version')
  const changed = connection.statement<{ project_id: string; newest: number }>(
    'SELECT project_id, max(updated_at) AS newest FROM tasks WHERE updated_at >= $since GROUP BY project_id',
  )
  const readyOnes = connection.statement<TaskRow>(`
    ${select} WHERE t.plan IS NOT NULL AND t.status = 'todo' AND NOT EXISTS (
      SELECT 1 FROM task_blocks b LEFT JOIN tasks o ON o.id = b.blocked_by
      WHERE b.task_id = t.id AND coalesce(o.status, '') <> 'completed')
    ORDER BY t.id LIMIT 100`)
  const keepPlan = connection.statement('UPDATE tasks SET plan = $plan, updated_at = $now WHERE id = $id')
  const noPlan = connection.statement('UPDATE tasks SET plan = NULL, updated_at = $now WHERE id = $id')
  const drop = connection.statement('DELETE FROM tasks WHERE id = $id')
  const keepRemoval = connection.statement('INSERT INTO task_removals (task_id, project_id) VALUES ($id, $projectId)')
  const removals = connection.statement<{ n: number; task_id: string; project_id: string }>(
    'SELECT n, task_id, project_id FROM task_removals WHERE n > $since ORDER BY n LIMIT 1000',
  )
  const lastRemoval = connection.statement<{ n: number | null }>('SELECT max(n) AS n FROM task_removals')
  let seenRemoval = lastRemoval.get()?.n ?? 0
  let seenVersion = version.get()?.data_version
  let seenAt = clock.now()

  const toTask = (row: TaskRow): Task => {
    const facts = row.facts === null ? null : RunFacts.parse(JSON.parse(row.facts))
    return { ...cardOf(row), facts, worktree: facts?.worktree ?? null }
  }
  const cardOf = (row: TaskRow): Omit<Task, 'facts' | 'worktree'> => ({
    id: row.id,
    projectId: row.project_id,
    sessionId: row.session_id,
    name: row.name,
    subject: row.subject,
    description: row.description,
    status: row.status,
    owner: row.owner,
    ...blocks.of(row.id),
    run: row.run,
    plan: row.plan === null ? null : CardPlan.parse(JSON.parse(row.plan)),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
  const get = (id: string): Task | undefined => {
    const row = byId.get({ id })
    return row && toTask(row)
  }
  const patchFacts = (id: string, changes: Partial<RunFacts>): void => {
    const row = factsOf.get({ id })
    if (row) setFacts.run({ id, facts: JSON.stringify({ ...RunFacts.parse(JSON.parse(row.facts)), ...changes }) })
  }
  const log = (id: string, entry: { was: string; became: TaskStatus; by: TaskActor; reason: string }): void =>
    void write.run({ id, ...entry, now: clock.now() })

  return {
    get,
    create({ run, by, ...task }) {
      return connection.transaction(() => {
        const status = run ? 'queued' : 'todo'
        insert.run({ ...task, status, run: run ? 1 : 0, now: clock.now() })
        if (run) addRun.run({ id: task.id, facts: JSON.stringify(run) })
        log(task.id, { was: '', became: status, by, reason: '' })
        const made = get(task.id)
        if (!made) throw new Error(`no task ${task.id}`)
        return made
      })
    },
    list({ projectId, sessionId, statuses, owner, since, limit }) {
      const params = { projectId: projectId ?? null, sessionId: sessionId ?? null, owner: owner ?? null, since: since ?? 0, limit }
      return some.all({ ...params, statuses: statuses ? JSON.stringify(statuses) : null }).map(toTask)
    },
    find: (which, { projectId, sessionId }) => found.all({ which, projectId: projectId ?? null, sessionId: sessionId ?? '' }).map(toTask),
    named: (sessionId, name) => ofName.get({ sessionId, name })?.id,
    atWork: () => working.all().map(toTask),
    move(id, { from, to, by, reason, facts, run, owner, notice }) {
      return connection.transaction(() => {
        if (setStatus.run({ id, from, to, added: run ? 1 : 0, owner: owner ?? null, now: clock.now() }) === 0) return false
        if (run) addRun.run({ id, facts: JSON.stringify(run) })
        if (facts) patchFacts(id, facts)
        log(id, { was: from, became: to, by, reason })
        // What they wait for is another thing now: who asks what changed hears of them too.
        if (blockerState(from) !== blockerState(to)) for (const other of blocks.of(id).blocks) touch.run({ id: other, now: clock.now() })
        if (notice) notices.add(notice)
        return true
      })
    },
    note(id, facts) {
      connection.transaction(() => {
        // A process that has lost the card to another has nothing more to say of it.
        if (!atWork.has(byId.get({ id })?.status ?? 'todo')) return
        patchFacts(id, facts)
        touch.run({ id, now: clock.now() })
      })
    },
    edit: (id, { subject, owner }) => void change.run({ id, subject: subject ?? null, owner: owner ?? null, now: clock.now() }),
    claim: (id, owner) => take.run({ id, owner, now: clock.now() }) > 0,
    setBlockers(id, blockers) {
      return connection.transaction(() => {
        const circle = blocks.replace(id, blockers)
        if (!circle) touch.run({ id, now: clock.now() })
        return circle
      })
    },
    block(id, blockers) {
      return connection.transaction(() => {
        const circle = blocks.add(id, blockers)
        if (!circle) touch.run({ id, now: clock.now() })
        return circle
      })
    },
    ready: () => readyOnes.all().map(toTask),
    setPlan: (id, plan) => void keepPlan.run({ id, plan: JSON.stringify(plan), now: clock.now() }),
    dropPlan: (id) => void noPlan.run({ id, now: clock.now() }),
    runs: (id) => runsOf.all({ id }).map(({ facts }) => RunFacts.parse(JSON.parse(facts))),
    journal: (id) => journalOf.all({ id }),
    notices: notices.open,
    setWorktree(id, worktree) {
      connection.transaction(() => {
        patchFacts(id, { worktree })
        touch.run({ id, now: clock.now() })
      })
    },
    remove(id) {
      return connection.transaction(() => {
        const row = byId.get({ id })
        if (!row || atWork.has(row.status)) return false
        for (const other of blocks.of(id).blocks) touch.run({ id: other, now: clock.now() })
        drop.run({ id })
        keepRemoval.run({ id, projectId: row.project_id })
        seenRemoval = lastRemoval.get()?.n ?? seenRemoval
        return true
      })
    },
    news() {
      const now = version.get()?.data_version
      if (now === seenVersion) return []
      seenVersion = now
      const rows = changed.all({ since: seenAt })
      seenAt = Math.max(seenAt, ...rows.map(({ newest }) => newest))
      const gone = removals.all({ since: seenRemoval })
      seenRemoval = gone.at(-1)?.n ?? seenRemoval
      const projects = new Set([...rows, ...gone].map(({ project_id }) => project_id))
      return [...projects].map((projectId) => ({
        projectId,
        removed: gone.filter((one) => one.project_id === projectId).map(({ task_id }) => task_id),
      }))
    },
  }
}

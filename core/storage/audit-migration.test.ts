import { expect, it } from 'vitest'
import { tempProject } from '../testing/index.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './open.ts'

const AUDIT_TRACE = 12

it('rows of before get server, trace and the class that their old one is now', async () => {
  const folder = tempProject()
  const path = folder.path('mewcode.db')
  const { db: before } = await openDatabase(path, { migrations: migrations.slice(0, AUDIT_TRACE - 1), nowMs: 0 })
  const insert =
    before.prepare(`INSERT INTO audit (ts, kind, project_root, session_id, turn_id, agent_id, os_user, tool, read_only, args_digest,
    args_redacted, decision, duration_ms, result_bytes, is_error, error_class)
    VALUES (1, 'tool', '/p', 's', '01-ab-cd', '', 'me', ?, 0, '', '{}', 'allow', 0, 0, 1, ?)`)
  insert.run('mcp__git_hub__list__all', 'tool')
  insert.run('bash', 'interrupted')
  insert.run('mcp__', 'timeout')
  insert.run('read_file', null)
  before.close()
  const { db } = await openDatabase(path, { migrations, nowMs: 0 })
  expect(db.prepare('SELECT server, trace_id, error_class FROM audit ORDER BY id').raw().all()).toEqual([
    ['git_hub', '01abcd', 'internal'],
    ['', '01abcd', 'internal'],
    ['', '01abcd', 'timeout'],
    ['', '01abcd', null],
  ])
  db.close()
  folder.close()
})

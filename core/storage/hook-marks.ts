import type { Connection } from './connection.ts'
import type { HookMarkRepository } from './hook-types.ts'

export function createHookMarkRepository(connection: Connection): HookMarkRepository {
  const find = connection.statement<{ rule: string }>('SELECT rule FROM hook_marks WHERE session_id = $sessionId AND rule = $rule')
  const insert = connection.statement(`
    INSERT OR IGNORE INTO hook_marks (session_id, rule) SELECT id, $rule FROM sessions WHERE id = $sessionId`)
  const clear = connection.statement('DELETE FROM hook_marks WHERE session_id = $sessionId')
  return {
    has: (sessionId, rule) => find.get({ sessionId, rule }) !== undefined,
    add: (sessionId, rule) => void insert.run({ sessionId, rule }),
    clear: (sessionId) => void clear.run({ sessionId }),
  }
}

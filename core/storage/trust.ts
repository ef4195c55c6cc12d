import type { Clock } from '../base/clock.ts'
import type { Connection } from './connection.ts'
import type { TrustRecord, TrustRepository } from './types.ts'

/** More items than any folder has; a bound all the same. */
const MAX_ITEMS = 5_000

export function createTrustRepository(connection: Connection, clock: Clock): TrustRepository {
  const decide = connection.statement(`
    INSERT INTO trusted_folders (path, decision, at) VALUES ($path, $decision, $at)
    ON CONFLICT (path) DO UPDATE SET decision = excluded.decision, at = excluded.at`)
  const keep = connection.statement(`
    INSERT INTO trusted_items (path, key, hash, text, at) VALUES ($path, $key, $hash, $text, $at)
    ON CONFLICT (path, key) DO UPDATE SET hash = excluded.hash, text = excluded.text, at = excluded.at`)
  const decisionOf = connection.statement<{ decision: 'trusted' | 'declined' }>('SELECT decision FROM trusted_folders WHERE path = $path')
  const itemsOf = connection.statement<{ key: string; hash: string; text: string }>(
    'SELECT key, hash, text FROM trusted_items WHERE path = $path LIMIT $limit',
  )
  const forgetFolder = connection.statement('DELETE FROM trusted_folders WHERE path = $path')
  const forgetItems = connection.statement('DELETE FROM trusted_items WHERE path = $path')
  const folders = connection.statement<{ path: string; decision: 'trusted' | 'declined'; at: number }>(
    'SELECT path, decision, at FROM trusted_folders ORDER BY at DESC, path LIMIT $limit',
  )

  return {
    get(path): TrustRecord {
      const items = itemsOf.all({ path, limit: MAX_ITEMS }).map(({ key, hash, text }) => [key, { hash, text }] as const)
      return { decision: decisionOf.get({ path })?.decision ?? 'none', items: new Map(items) }
    },
    list: () => folders.all({ limit: MAX_ITEMS }),
    decide: (path, decision) => void decide.run({ path, decision, at: clock.now() }),
    keep: (path, items) =>
      connection.transaction(() => {
        for (const { key, hash, text } of items) keep.run({ path, key, hash, text, at: clock.now() })
      }),
    revoke: (path) =>
      connection.transaction(() => {
        forgetFolder.run({ path })
        forgetItems.run({ path })
      }),
  }
}

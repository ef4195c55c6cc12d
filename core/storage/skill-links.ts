import type { Clock } from '../base/clock.ts'
import type { Connection } from './connection.ts'
import type { SkillLinkRepository } from './types.ts'

export function createSkillLinkRepository(connection: Connection, clock: Clock): SkillLinkRepository {
  const targetOf = connection.statement<{ target: string }>('SELECT target FROM skill_links WHERE link = $link')
  const allow = connection.statement(`
    INSERT INTO skill_links (link, target, at) VALUES ($link, $target, $at)
    ON CONFLICT (link) DO UPDATE SET target = excluded.target, at = excluded.at`)
  const forget = connection.statement('DELETE FROM skill_links WHERE link = $link')
  return {
    isAllowed(link, target) {
      const allowed = targetOf.get({ link })
      if (allowed === undefined || allowed.target === target) return allowed !== undefined
      forget.run({ link })
      return false
    },
    allow: (link, target) => void allow.run({ link, target, at: clock.now() }),
    forget: (link) => void forget.run({ link }),
  }
}

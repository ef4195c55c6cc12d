import type { Connection } from './connection.ts'
import type { SkillUseRepository } from './types.ts'

/** More names than anybody starts. */
const MAX_NAMES = 10_000

export function createSkillUseRepository(connection: Connection): SkillUseRepository {
  const add = connection.statement(`
    INSERT INTO skill_uses (name, uses) VALUES ($name, 1)
    ON CONFLICT (name) DO UPDATE SET uses = uses + 1`)
  const all = connection.statement<{ name: string; uses: number }>('SELECT name, uses FROM skill_uses ORDER BY uses DESC LIMIT $limit')
  return {
    add: (name) => void add.run({ name }),
    all: () => new Map(all.all({ limit: MAX_NAMES }).map(({ name, uses }) => [name, uses])),
  }
}

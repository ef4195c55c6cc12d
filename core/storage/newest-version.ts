import type { Connection } from './connection.ts'
import type { NewestVersionRepository } from './types.ts'

export function createNewestVersionRepository(connection: Connection): NewestVersionRepository {
  const read = connection.statement<{ version: string }>('SELECT version FROM newest_version')
  const write = connection.statement(`
    INSERT INTO newest_version (one, version) VALUES (1, $version)
    ON CONFLICT (one) DO UPDATE SET version = excluded.version`)
  return {
    get: () => read.get({})?.version,
    set: (version) => void write.run({ version }),
  }
}

import first from './migrations/0001_first.sql?raw'

/** In order; the place in the list plus one is the file's `user_version`. Never edited once released, only added to. */
export const migrations: readonly string[] = [first]

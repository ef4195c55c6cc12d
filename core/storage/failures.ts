import { AppError } from '../contract/errors.ts'

const kinds = [
  { code: 'storage.full', match: /^(SQLITE_FULL|ENOSPC|EDQUOT)$/ },
  {
    code: 'storage.unwritable',
    match: /^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_IOERR|EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST|ENOENT)/,
  },
  { code: 'storage.busy', match: /^SQLITE_(BUSY|LOCKED)/ },
  { code: 'storage.broken', match: /^SQLITE_(CORRUPT|NOTADB)/ },
] as const

/** What SQLite or the file system said, as the failure a person can act on; undefined for bugs of ours (wrong SQL, a broken constraint). */
export function storageFailure(error: unknown, path: string): AppError | undefined {
  if (error instanceof AppError) return error
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const { code } = error
  const kind = kinds.find(({ match }) => match.test(code))
  return kind && new AppError(kind.code, { params: { path, detail: error.message }, cause: error })
}

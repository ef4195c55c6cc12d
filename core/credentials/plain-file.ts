import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import { createFileLocks } from '../platform/file-lock.ts'
import { openRegularFile } from '../platform/regular-file.ts'

const Values = z.record(z.string(), z.string())
type Values = z.output<typeof Values>

/** Keys in a plain file the person chose over a keychain: mode 0600, refused when others may read it. */
export interface PlainFile {
  get(account: string): Promise<string | undefined>
  set(account: string, value: string): Promise<void>
  delete(account: string): Promise<boolean>
  list(): Promise<string[]>
}

export function createPlainFile(path: string): PlainFile {
  const locks = createFileLocks()
  const change = <T>(work: (values: Map<string, string>) => T): Promise<T> =>
    locks.hold(path, async () => {
      const values = new Map(Object.entries(await read(path)))
      const before = values.size
      const result = work(values)
      if (values.size > 0 || before > 0) await write(path, Object.fromEntries(values))
      return result
    })
  return {
    get: async (account) => new Map(Object.entries(await read(path))).get(account),
    set: async (account, value) => void (await change((values) => values.set(account, value))),
    delete: async (account) => {
      if (!Object.hasOwn(await read(path), account)) return false
      return change((values) => values.delete(account))
    },
    list: async () => Object.keys(await read(path)),
  }
}

async function read(path: string): Promise<Values> {
  const opened = await openRegularFile(path).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return undefined
    throw new AppError('keychain.file_unusable', {
      params: { file: path, detail: cause instanceof Error ? cause.message : String(cause) },
      cause,
    })
  })
  if (!opened) return {}
  try {
    if (process.platform !== 'win32' && (opened.stats.mode & 0o077) !== 0)
      throw new AppError('keychain.file_open', { params: { file: path } })
    return Values.parse(parse(await opened.handle.readFile('utf8'), { prettyErrors: false }) ?? {})
  } catch (error) {
    if (error instanceof AppError) throw error
    // Without the cause: the parser quotes the file, and the file holds keys.
    throw new AppError('keychain.file_unusable', { params: { file: path, detail: 'YAML: account: key' } })
  } finally {
    await opened.handle.close()
  }
}

async function write(path: string, values: Values): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFileAtomic(path, Buffer.from(stringify(values, { lineWidth: 0 })), { mode: 0o600 })
    await chmod(path, 0o600)
  } catch (cause) {
    throw new AppError('keychain.file_unusable', {
      params: { file: path, detail: cause instanceof Error ? cause.message : String(cause) },
      cause,
    })
  }
}

/**
 * Loaded into the command line under test before its own code (`node --import`): ends the process by SIGKILL at the very
 * place that `KILL_AT` names, as a power cut would. `before`/`after` is about the change being made durable.
 * - `message:N:before`, `message:N:after`: the commit of the Nth stored message.
 * - `file:half`, `file:before`, `file:after`: a file of the working folder being replaced: half written, whole but under
 *   another name, in place.
 */
import Database from 'better-sqlite3'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

const [kind, ...where] = (process.env['KILL_AT'] ?? '').split(':')

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

if (kind === 'message') watchMessages(Number(where[0]), where[1] === 'before')
if (kind === 'file') watchFiles(where[0] ?? '')

function watchMessages(wanted: number, isBefore: boolean): void {
  let stored = 0
  const { prepare, transaction } = Database.prototype
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement: Database.Statement = prepare.call(this, sql)
    if (/^\s*INSERT INTO messages\b/.test(sql)) {
      const insert = statement.run
      statement.run = (...params: unknown[]) => {
        stored += 1
        return insert.apply(statement, params)
      }
    }
    return statement
  } as typeof prepare
  Database.prototype.transaction = function (this: Database.Database, work: () => unknown) {
    let isOurs = false
    const whole = transaction.call(this, () => {
      const before = stored
      const result = work()
      isOurs = stored > before && stored === wanted
      if (isOurs && isBefore) die()
      return result
    })
    return {
      immediate() {
        const result = whole.immediate()
        if (isOurs) die()
        return result
      },
    }
  } as unknown as typeof transaction
}

function watchFiles(moment: string): void {
  const folder = process.cwd()
  const { open, rename } = fs
  fs.open = async (...args: Parameters<typeof open>) => {
    const handle = await open(...args)
    if (moment === 'half' && isReplacement(String(args[0]))) handle.write = writeHalf(handle)
    return handle
  }
  fs.rename = async (from, to) => {
    if (path.dirname(String(to)) !== folder) return rename(from, to)
    if (moment === 'before') die()
    await rename(from, to)
    if (moment === 'after') die()
  }
  syncBuiltinESMExports()

  function isReplacement(file: string): boolean {
    return path.dirname(file) === folder && path.basename(file).startsWith('.mewcode-')
  }
}

function writeHalf(handle: FileHandle): FileHandle['write'] {
  const write = handle.write.bind(handle)
  return (async (bytes: Uint8Array) => {
    const half = await write(bytes.subarray(0, bytes.length / 2))
    die()
    return half
  }) as FileHandle['write']
}

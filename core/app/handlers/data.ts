import { mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import { homeOnly } from '../callers.ts'
import type { Services } from '../services.ts'

/** Sessions looked at in one go; a project has rarely more. */
const MANY = 10_000
/** The newest of it lies in the log until it is folded in. */
const DATABASE = ['mewcode.db', 'mewcode.db-wal']

export function dataHandlers(services: Services): RpcHandlers['data'] {
  const { storage, sessions, platform, sessionsDir } = services
  const idsOf = (projectId: string | undefined): string[] =>
    [false, true].flatMap((archived) => storage.sessions.list({ projectId, limit: MANY, archived }).map(({ id }) => id))
  async function deleteAll(projectId: string | undefined): Promise<{ deleted: number }> {
    const ids = idsOf(projectId)
    await sessions.remove(ids)
    storage.drafts.clear(projectId)
    return { deleted: ids.length }
  }
  return {
    async sizes(_, { caller }) {
      const records = await storage.bulk.sizes()
      const wanted = [...records].filter(([projectId]) => caller.projectId === undefined || caller.projectId === projectId)
      const projects = wanted.map(async ([projectId, { sessions: count, bytes }]) => ({
        projectId,
        path: storage.projects.get(projectId)?.path ?? '',
        sessions: count,
        recordBytes: bytes,
        fileBytes: await sum(idsOf(projectId).map((id) => folderBytes(path.join(sessionsDir, id)))),
      }))
      return {
        projects: await Promise.all(projects),
        databaseBytes: await sum(DATABASE.map((name) => fileBytes(path.join(platform.paths.home, name)))),
      }
    },
    async deleteProject({ projectId }, { caller }) {
      if (caller.projectId !== undefined && caller.projectId !== projectId) throw new AppError('project.home_only')
      return deleteAll(projectId)
    },
    async deleteAll(_, { caller }) {
      homeOnly(caller)
      return deleteAll(undefined)
    },
    async backup(_, { caller }) {
      homeOnly(caller)
      const folder = path.join(platform.paths.home, 'backups')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const time = new Date(platform.clock.now()).toISOString().replaceAll(/[:.]/g, '-')
      const full = path.join(folder, `mewcode-${time}.db`)
      await storage.bulk.backup(full)
      return { path: full, bytes: await fileBytes(full) }
    },
  }
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return sum(entries.filter((entry) => entry.isFile()).map((entry) => fileBytes(path.join(entry.parentPath, entry.name))))
}

async function fileBytes(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

async function sum(sizes: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}

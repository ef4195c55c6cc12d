import { AppError } from '../contract/errors.ts'
import type { Caller } from '../contract/method.ts'
import type { ProjectRecord } from '../storage/types.ts'
import type { Services } from './services.ts'

/** The project of the window that calls. `AppError('project.none')` for Home. */
export function projectOf({ storage }: Pick<Services, 'storage'>, { projectId }: Caller): ProjectRecord {
  const project = projectId === undefined ? undefined : storage.projects.get(projectId)
  if (!project) throw new AppError('project.none')
  return project
}

/** Lets a window reach its own project's sessions only: to it, others do not exist. Answers the id. */
export function ownSession({ sessions }: Pick<Services, 'sessions'>, { projectId }: Caller, sessionId: string): string {
  if (projectId === undefined || sessions.projectOf(sessionId) !== projectId) throw new AppError('session.not_found')
  return sessionId
}

/** Methods that reach over all projects or the whole disk are Home's. */
export function homeOnly({ projectId }: Caller): void {
  if (projectId !== undefined) throw new AppError('project.home_only')
}

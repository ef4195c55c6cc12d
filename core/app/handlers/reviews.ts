import { newId } from '../../base/ids.ts'
import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import type { Review } from '../../contract/reviews.ts'
import { ownSession, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function reviewHandlers(services: Services): RpcHandlers['reviews'] {
  const { storage, announce } = services

  function changed(caller: Caller, sessionId: string): Review {
    announce({ type: 'review.changed', projectId: projectOf(services, caller).id })
    return storage.reviews.get(sessionId)
  }

  return {
    get: async ({ sessionId }, { caller }) => storage.reviews.get(ownSession(services, caller, sessionId)),
    async comment({ sessionId, comment }, { caller }) {
      const isTaken = storage.reviews.comment(ownSession(services, caller, sessionId), { id: newId(), ...comment })
      if (!isTaken) throw new AppError('changes.comments_full')
      return changed(caller, sessionId)
    },
    async uncomment({ sessionId, ids }, { caller }) {
      storage.reviews.uncomment(ownSession(services, caller, sessionId), ids)
      return changed(caller, sessionId)
    },
    async keep({ sessionId, hunk, isKept }, { caller }) {
      storage.reviews.keep(ownSession(services, caller, sessionId), hunk, isKept)
      return changed(caller, sessionId)
    },
  }
}

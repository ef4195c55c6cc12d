import { AppError } from '../../contract/errors.ts'
import type { Outcome, Trouble } from './jobs.ts'

/** Runs `work` so that what it throws can travel to another thread. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof AppError) return { trouble: troubleOf(error) }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

export function troubleOf({ code, params }: AppError): Trouble {
  return { code, params }
}

/** The value, or the failure thrown again on this side. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if ('value' in outcome) return outcome.value
  if ('trouble' in outcome) throw new AppError(outcome.trouble.code, { params: outcome.trouble.params })
  throw new Error(outcome.bug)
}

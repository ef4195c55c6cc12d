import { AppError } from '../contract/errors.ts'
import type { Tasks } from '../tasks/index.ts'

/** Names of agents within their conversation. */
interface Names {
  /**
   * The name is the caller's until it calls what is answered: agents that are started side by side do not get the same one.
   * `AppError('task.name_taken')`, naming the card that has it.
   */
  hold(name: string, wanted: { readonly conversation: string | null; readonly id: string }): () => void
}

export function createNames(tasks: Pick<Tasks, 'named'>): Names {
  const held = new Map<string, string>()
  return {
    hold(name, { conversation, id }) {
      if (name === '') return () => undefined
      const key = `${conversation ?? ''} ${name.toLowerCase()}`
      const owner = held.get(key) ?? tasks.named(conversation, name)
      if (owner !== undefined) throw new AppError('task.name_taken', { params: { name, id: owner } })
      held.set(key, id)
      return () => void held.delete(key)
    },
  }
}

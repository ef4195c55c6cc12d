import type { SessionEvent, SessionEventOf, SessionEventType } from '../contract/events.ts'

/** Events as they come, and waiting for one. */
export interface EventList {
  readonly all: readonly SessionEvent[]
  push(event: SessionEvent): void
  of<T extends SessionEventType>(type: T): SessionEventOf<T>[]
  /** The first event, come or to come, of `type` for which `matches` holds. */
  waitFor<T extends SessionEventType>(type: T, matches?: (event: SessionEventOf<T>) => boolean): Promise<SessionEventOf<T>>
}

export function createEventList(): EventList {
  const all: SessionEvent[] = []
  const waiting = new Set<() => void>()
  const of = <T extends SessionEventType>(type: T): SessionEventOf<T>[] =>
    all.filter((event): event is SessionEventOf<T> => event.type === type)
  return {
    all,
    of,
    push(event) {
      all.push(event)
      for (const look of [...waiting]) look()
    },
    waitFor: (type, matches = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = of(type).find(matches)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

import type { AppEvent, SessionEvent } from '../../contract/events.ts'

export type Item =
  /** `isFirst`: of a step's answer; it takes the place of what an earlier step said. */
  | { readonly kind: 'text'; readonly text: string; readonly isFirst: boolean }
  | { readonly kind: 'activity'; readonly text: string }
  /** The card may be another now. */
  | { readonly kind: 'look' }

/** What happens on a card, for one reader. A slow reader gets the same words in fewer pieces. */
export interface Items {
  onEvent(event: SessionEvent | AppEvent): void
  next(): Promise<Item>
}

export function createItems(cardId: string): Items {
  const items: Item[] = []
  let wake: (() => void) | undefined
  let isFirst = true

  function add(item: Item): void {
    const last = items.at(-1)
    if (item.kind === 'look' && last?.kind === 'look') return
    if (item.kind === 'activity' && last?.kind === 'activity') items.pop()
    if (item.kind === 'text' && last?.kind === 'text' && !item.isFirst) items.splice(-1, 1, { ...last, text: last.text + item.text })
    else items.push(item)
    wake?.()
  }
  return {
    onEvent(event) {
      if (event.type === 'tasks.changed') return add({ kind: 'look' })
      if (!('sessionId' in event) || event.sessionId !== cardId) return
      const isOwn = event.agentId === undefined || event.agentId === cardId
      if (!isOwn) return
      if (event.type === 'step.started' || event.type === 'stream.discarded') isFirst = true
      if (event.type === 'tool.requested') add({ kind: 'activity', text: event.name })
      if (event.type !== 'text.delta') return
      add({ kind: 'text', text: event.text, isFirst })
      isFirst = false
    },
    async next() {
      for (;;) {
        const item = items.shift()
        if (item) return item
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

import { expect, it } from 'vitest'
import type { AppEvent, SessionEvent } from '../../core/contract/events.ts'
import { showPresence } from './presence.ts'
import { watchWork } from './work-watch.ts'

function presence(settings: { keepAwake: boolean } = { keepAwake: true }) {
  const log: string[] = []
  let tell: (event: SessionEvent | AppEvent) => void = () => undefined
  const work = watchWork((listener) => ((tell = listener), () => undefined))
  const { refresh } = showPresence({
    app: { setBadgeCount: (count) => (log.push(`badge ${count}`), true) },
    powerSaveBlocker: { start: (kind) => (log.push(`awake ${kind}`), 7), stop: (id) => (log.push(`sleep ${id}`), true) },
    work,
    keepsAwake: async () => settings.keepAwake,
  })
  return {
    log,
    work,
    async happen(event: object) {
      tell({ sessionId: 's', ...event } as SessionEvent)
      await refresh()
    },
  }
}

it('the dock says how much waits for the person, and is told only when that changes', async () => {
  const { log, happen, work } = presence()
  await happen({ type: 'approval.requested', approvalId: 'a' })
  await happen({ type: 'question.requested', question: { questionId: 'q' } })
  await happen({ type: 'question.requested', question: { questionId: 'q' } })
  expect(work.waiting()).toBe(2)
  await happen({ type: 'approval.resolved', approvalId: 'a' })
  await happen({ type: 'question.resolved', questionId: 'q' })
  expect(log).toEqual(['badge 1', 'badge 2', 'badge 1', 'badge 0'])
})

it('the machine stays awake from the first turn to the end of the last one', async () => {
  const { log, happen } = presence()
  await happen({ type: 'turn.started' })
  await happen({ type: 'turn.started', agentId: 'agent' })
  await happen({ type: 'turn.finished' })
  expect(log).toEqual(['awake prevent-app-suspension'])
  await happen({ type: 'turn.finished', agentId: 'agent' })
  expect(log).toEqual(['awake prevent-app-suspension', 'sleep 7'])
})

it('the machine may sleep where the person wants that, also from now on', async () => {
  const settings = { keepAwake: false }
  const { log, happen } = presence(settings)
  await happen({ type: 'turn.started' })
  expect(log).toEqual([])
  settings.keepAwake = true
  await happen({ type: 'settings.changed', sessionId: undefined })
  expect(log).toEqual(['awake prevent-app-suspension'])
  settings.keepAwake = false
  await happen({ type: 'settings.changed', sessionId: undefined })
  expect(log.at(-1)).toBe('sleep 7')
})

import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Task } from '../../../core/contract/tasks.ts'
import { sentences, useErrorWords, useFormat } from '../../i18n/index.ts'
import { elapsedOf } from '../../lib/run-figures.ts'
import { useNowStore } from '../../stores/now.ts'
import { useTasksStore } from '../../stores/tasks.ts'
import { shortId } from './columns.ts'

interface CardWords {
  /** What it does, asks, or came to. */
  readonly said: ComputedRef<string>
  /** How long ago it began what it does; empty unless it runs. */
  readonly age: ComputedRef<string>
  /** How long it has been at work. */
  readonly elapsed: ComputedRef<string>
  /** What it waits for, or what waits for it. */
  readonly tie: ComputedRef<{ readonly isGone: boolean; readonly words: string }>
}

/** A card in words. Only one at work looks at the clock. */
export function useCardWords(card: () => Task): CardWords {
  const { t } = useI18n()
  const words = useErrorWords()
  const format = useFormat()
  const now = useNowStore()
  const tasks = useTasksStore()

  const said = computed(() => {
    const { facts, status, plan } = card()
    if (plan) return t('board.begins')
    if (status === 'waiting' && facts?.waitingFor === 'approval' && facts.lastActivity?.text)
      return t('board.approve', { what: facts.lastActivity.text })
    if (status === 'waiting' && facts?.waitingFor) return t(`board.waitsFor.${facts.waitingFor}`)
    if (status === 'running') return facts?.lastActivity?.text || t('board.thinking')
    if (facts?.error) return sentences(words(facts.error))
    if (status === 'cancelled' || status === 'interrupted') return t(`board.states.${status}`)
    return facts?.result.split('\n').find((line) => line.trim() !== '') ?? ''
  })
  const age = computed(() => {
    const { status, facts } = card()
    if (status !== 'running' || !facts?.lastActivity) return ''
    const ms = now.ms - facts.lastActivity.at
    return ms < 1000 ? t('board.now') : format.duration(ms - (ms % 1000))
  })
  const elapsed = computed(() => {
    const { facts } = card()
    const ms = facts ? elapsedOf(facts, facts.endedAt ?? now.ms) : undefined
    return ms === undefined ? '' : format.duration(ms)
  })
  const tie = computed(() => {
    const { blockedBy, blocks } = card()
    const gone = blockedBy.find(({ state }) => state === 'gone')
    if (gone) return { isGone: true, words: t('board.blockerGone', { id: shortId(gone.id) }) }
    const open = blockedBy.filter(({ state }) => state === 'open').map(({ id }) => id)
    const [first = '', ...others] = open
    if (open.length === 0) return { isGone: false, words: t('board.blocksThese', { ids: blocks.map(shortId).join(', ') }) }
    const subject = others.length === 0 ? (tasks.byId?.get(first)?.subject ?? '') : ''
    return { isGone: false, words: t('board.after', { ids: `${open.map(shortId).join(', ')} ${subject}`.trim() }) }
  })
  return { said, age, elapsed, tie }
}

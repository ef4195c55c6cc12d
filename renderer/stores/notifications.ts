import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { HostEvent } from '../../core/contract/events.ts'
import { createNotifier } from '../lib/notify.ts'
import { useConnection } from '../rpc/index.ts'
import { useAppStore } from './app.ts'
import { useNavigationStore } from './navigation.ts'
import { noLongerWaits, worthTelling, type WorthTelling } from './notices.ts'
import { useSessionsStore } from './sessions.ts'

export type NoticeKind = WorthTelling['kind'] | 'sound'

/** What a window that is not looked at tells of, by the system's own notifications. */
export const useNotificationsStore = defineStore('notifications', () => {
  const { onEvent } = useConnection()
  const app = useAppStore()
  const navigation = useNavigationStore()
  const sessions = useSessionsStore()
  const notifier = createNotifier()
  const permission = shallowRef(notifier.permission())
  /** How to take away what waits, by its tag. */
  const waiting = new Map<string, () => void>()
  const told = new Set<string>()
  let words: (outcome: WorthTelling['outcome'], title: string) => string = (_, title) => title

  const isOn = (kind: NoticeKind): boolean => app.settings.notifications?.[kind] ?? true
  const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

  function receive(event: HostEvent): void {
    const answered = noLongerWaits(event)
    if (answered !== undefined) {
      waiting.get(answered)?.()
      waiting.delete(answered)
    }
    const news = worthTelling(event)
    // The desktop app tells of what waits itself, with or without a window.
    if (news?.kind === 'approvals' && app.info?.host === 'electron') return
    if (!news || told.has(news.tag) || !isOn(news.kind) || notifier.permission() !== 'granted' || isLookedAt()) return
    const session = sessions.list?.find(({ id }) => id === news.sessionId)
    // A run of a card has a session of its own, which the list does not show.
    if (news.kind === 'turns' && !session) return
    told.add(news.tag)
    const takeAway = notifier.show({
      tag: news.tag,
      title: words(news.outcome, news.title ?? session?.title ?? ''),
      body: app.project?.name ?? '',
      hasSound: isOn('sound'),
      onPress: () => show(news.sessionId),
    })
    if (news.outcome === 'waits') waiting.set(news.tag, takeAway)
  }

  function show(sessionId: string | undefined): void {
    navigation.go('main')
    if (sessionId !== undefined) void sessions.select(sessionId)
  }

  onScopeDispose(onEvent(receive))

  return {
    permission,
    isOn,
    look: () => void (permission.value = notifier.permission()),
    ask: async () => void (permission.value = await notifier.ask()),
    /** What notifications say, in the window's language. */
    speak: (say: typeof words) => void (words = say),
  }
})

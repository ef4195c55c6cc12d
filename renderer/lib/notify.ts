/** `missing`: the browser shows none here, for it knows none or the address is not a secure one. */
export type NotifyPermission = NotificationPermission | 'missing'

export interface Notice {
  /** Of the same tag the newer replaces the older, in every window of the product. */
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly hasSound: boolean
  readonly onPress: () => void
}

export interface Notifier {
  permission(): NotifyPermission
  /** Only ever after a press of the person: a browser that is asked at any other time refuses for good. */
  ask(): Promise<NotifyPermission>
  /** Answers how to take it away again. */
  show(notice: Notice): () => void
}

/** Notifications of the system, through the browser. */
export function createNotifier(): Notifier {
  const isThere = (): boolean => 'Notification' in window && window.isSecureContext
  return {
    permission: () => (isThere() ? Notification.permission : 'missing'),
    ask: async () => (isThere() ? await Notification.requestPermission() : 'missing'),
    show({ tag, title, body, hasSound, onPress }) {
      const shown = new Notification(title, { tag, body, silent: !hasSound })
      shown.addEventListener('click', () => {
        shown.close()
        window.focus()
        onPress()
      })
      return () => shown.close()
    },
  }
}

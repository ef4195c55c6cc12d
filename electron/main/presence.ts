import type { App, PowerSaveBlocker } from 'electron'
import type { WorkWatch } from './work-watch.ts'

export interface PresenceDeps {
  readonly app: Pick<App, 'setBadgeCount'>
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
  readonly work: WorkWatch
  /** The person wants the machine awake while a turn runs. */
  readonly keepsAwake: () => Promise<boolean>
}

/** Shows outside the windows what goes on in them: how much waits for the person on the dock, and a machine that stays awake. */
export function showPresence({ app, powerSaveBlocker, work, keepsAwake }: PresenceDeps): { refresh(): Promise<void> } {
  let blocker: number | undefined
  let badge = 0

  const refresh = async (): Promise<void> => {
    if (work.waiting() !== badge) app.setBadgeCount((badge = work.waiting()))
    const wanted = work.running() > 0 && (await keepsAwake())
    // Asked again: the last turn may have ended meanwhile.
    if (wanted && work.running() > 0) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
    else if (blocker !== undefined) {
      powerSaveBlocker.stop(blocker)
      blocker = undefined
    }
  }
  work.onChange(() => void refresh())
  return { refresh }
}

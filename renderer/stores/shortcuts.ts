import { defineStore } from 'pinia'
import { computed } from 'vue'
import { isMac } from '../lib/is-mac.ts'
import { chordOf, keysLabel } from '../lib/key-chord.ts'
import { bindingsOf, isKeptByBrowser, withKeys, type ShortcutId } from '../lib/shortcuts.ts'
import { useAppStore } from './app.ts'

/** Which keys do what, as the person has it. */
export const useShortcutsStore = defineStore('shortcuts', () => {
  const app = useAppStore()
  const hasCommandKey = isMac()
  const own = computed(() => app.settings.shortcuts ?? {})
  const bindings = computed(() => bindingsOf(own.value))

  const chord = (event: KeyboardEvent): string | undefined => chordOf(event, hasCommandKey)
  const label = (keys: string): string => keysLabel(keys, hasCommandKey)
  const keysOf = (id: ShortcutId): string => bindings.value.get(id) ?? ''
  /** The browser takes these keys before this page hears of them. */
  const isOutOfReach = (id: ShortcutId): boolean => app.info?.host !== 'electron' && isKeptByBrowser(keysOf(id))

  const asked = new Set<(id: string) => void>()

  return {
    own,
    bindings,
    chord,
    label,
    mod: hasCommandKey ? '⌘' : 'Ctrl',
    keysOf,
    isOutOfReach,
    /** The key event is this action's; of one that is pressed twice, its half. */
    isPressed: (id: ShortcutId, event: KeyboardEvent): boolean => chord(event) === keysOf(id).split(' ')[0],
    /** For the eye, beside what it does; undefined: there is none that works. */
    hint: (id: ShortcutId): string | undefined => (keysOf(id) === '' || isOutOfReach(id) ? undefined : label(keysOf(id))),
    /** `undefined`: the usual ones again; empty: none. */
    bind: (id: ShortcutId, keys: string | undefined): Promise<void> => app.changeSettings({ shortcuts: withKeys(own.value, id, keys) }),
    /** Does an action as its keys would: the application's menu does so. */
    press: (id: string): void => asked.forEach((listener) => listener(id)),
    /** Returns its undo. */
    onPressed: (listener: (id: string) => void) => {
      asked.add(listener)
      return () => void asked.delete(listener)
    },
    resetAll: (): Promise<void> => app.changeSettings({ shortcuts: {} }),
  }
})

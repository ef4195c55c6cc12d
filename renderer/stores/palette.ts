import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ActionCommand } from '../../core/contract/commands.ts'
import type { IconName } from '../ui/index.ts'

export interface PaletteAction {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** Its shortcut, as it is shown. */
  readonly keys?: string
  run(): void
}

/** What the screen behind the palette can do; labels are read anew, for the language may change. */
export interface PaletteLender {
  actions(): readonly PaletteAction[]
  command(name: ActionCommand): void
  /** Puts a text into the message box. */
  fill(text: string): void
}

const RECENT_KEY = 'mewcode.palette.recent'
const MOST_RECENT = 20

/** The command palette: whether it is open, what it may do, and what was chosen last. */
export const usePaletteStore = defineStore('palette', () => {
  const isOpen = shallowRef(false)
  const lender = shallowRef<PaletteLender>()
  const recent = shallowRef<readonly string[]>((localStorage.getItem(RECENT_KEY) ?? '').split('\n').filter(Boolean))

  function remember(id: string): void {
    recent.value = [id, ...recent.value.filter((each) => each !== id)].slice(0, MOST_RECENT)
    localStorage.setItem(RECENT_KEY, recent.value.join('\n'))
  }

  return { isOpen, lender, recent, remember, toggle: () => void (isOpen.value = !isOpen.value) }
})

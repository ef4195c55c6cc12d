import type { IconName } from './icon-paths.ts'

/** One line of a `Menu`; `'separator'` draws a line between groups. */
export type MenuEntry = MenuItem | 'separator'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  readonly keys?: string
  readonly destructive?: boolean
  readonly disabled?: boolean
}

/** One choice of a `Select`. */
export interface Option<V extends string = string> {
  readonly value: V
  readonly label: string
  /** A second, quieter line. */
  readonly note?: string
  readonly disabled?: boolean
}

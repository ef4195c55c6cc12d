/** How a model's window is shared out. All in tokens. */
export interface Budget {
  readonly window: number
  /** For a summary, and for the answer to any request. */
  readonly reserve: number
  /** A conversation of so many is summed up by itself; undefined: the window is too small for that. */
  readonly compactsAt: number | undefined
  /** A conversation that stays as large after an overflow is not sent again. */
  readonly emergencyLimit: number
  /** The newest messages stay: at least so many tokens and messages, however many the messages hold at most. */
  readonly tail: { readonly tokens: number; readonly messages: number; readonly atMost: number }
  /** Files that were read last are given again: in all, and of one. */
  readonly files: { readonly tokens: number; readonly each: number; readonly count: number }
  /** Skills that were loaded are given again: in all, and of one. */
  readonly skills: { readonly tokens: number; readonly each: number }
}

/** From here on the amounts are fixed; below they are shares of the window. */
const LARGE = 100_000
/** System text, tools and a summary would leave nothing to talk in. */
const TOO_SMALL = 12_000
const TAIL_MESSAGES = 5
const FILES = 5

export function budgetFor(window: number): Budget {
  const share = (fixed: number, percent: number): number => (window >= LARGE ? fixed : Math.floor((window * percent) / 100))
  const reserve = share(20_000, 20)
  const compactsAt = window - reserve - share(13_000, 13)
  const tail = share(10_000, 10)
  const files = share(25_000, 10)
  return {
    window,
    reserve,
    compactsAt: window < TOO_SMALL ? undefined : compactsAt,
    emergencyLimit: window - share(3_000, 3),
    // Five messages with long results would fill the window again by themselves.
    tail: { tokens: tail, messages: TAIL_MESSAGES, atMost: Math.max(tail, Math.floor(compactsAt / 4)) },
    skills: { tokens: files, each: Math.min(5_000, files) },
    files: { tokens: files, each: Math.min(5_000, files), count: FILES },
  }
}

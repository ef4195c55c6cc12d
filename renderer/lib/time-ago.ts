const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago, in the words of `language`: "12 min. ago", "yesterday", a weekday, a date. */
export function timeAgo(epochMs: number, { now, language }: { now: number; language: string }): string {
  const ago = Math.max(0, now - epochMs)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  if (ago < HOUR_MS) return relative.format(-Math.floor(ago / MINUTE_MS), 'minute')
  const days = calendarDaysBetween(epochMs, now)
  if (days === 0) return relative.format(-Math.floor(ago / HOUR_MS), 'hour')
  if (days === 1) return relative.format(-1, 'day')
  const date = new Date(epochMs)
  if (days < 7) return new Intl.DateTimeFormat(language, { weekday: 'short' }).format(date)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }).format(date)
}

/** Rounded, because a day with a clock change is not 24 hours long. */
function calendarDaysBetween(earlier: number, later: number): number {
  return Math.round((new Date(later).setHours(0, 0, 0, 0) - new Date(earlier).setHours(0, 0, 0, 0)) / DAY_MS)
}

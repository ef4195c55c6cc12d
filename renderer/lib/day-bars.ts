/** One day of a chart; `value` is 0 where nothing was used. */
export interface DayBar {
  /** `2026-11-29`. */
  readonly day: string
  readonly value: number
}

/** Every day from `days - 1` before `today` to `today`, oldest first. */
export function dayBars(found: readonly DayBar[], { today, days }: { today: Date; days: number }): readonly DayBar[] {
  const values = new Map(found.map(({ day, value }) => [day, value]))
  return Array.from({ length: days }, (_, index) => {
    // Noon: no change of the clocks moves it to another day.
    const day = keyOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1 - index), 12))
    return { day, value: values.get(day) ?? 0 }
  })
}

/** The least of 1, 2 and 5 times a power of ten that nothing is above. */
export function axisTop(values: readonly number[]): number {
  const most = Math.max(0, ...values)
  if (most === 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return (most <= power ? 1 : most <= 2 * power ? 2 : most <= 5 * power ? 5 : 10) * power
}

function keyOf(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

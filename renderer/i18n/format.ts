import { useI18n } from 'vue-i18n'

export interface Format {
  /** `38 KB`; units of 1,000 bytes. */
  bytes(size: number): string
  /** `18.4k`. */
  tokens(count: number): string
  /** `$0.42`; cents below ten cents are not rounded away. */
  cost(usd: number): string
  /** `2.4 s`, `2:14`, `1:02:03`. */
  duration(ms: number): string
  /** A clock time today, else a short date. */
  moment(epochMs: number, now?: number): string
  /** `digits`: at most so many behind the point, none unless asked for. */
  number(value: number, digits?: number): string
}

/** Numbers, times and costs as the window's language writes them. */
export function useFormat(): Format {
  const { locale } = useI18n()
  return createFormat(() => locale.value)
}

export function createFormat(language: () => string): Format {
  const number = (value: number, digits = 0): string => numberFormat(language(), digits).format(value)
  return {
    number,
    bytes(size) {
      if (size < 1000) return `${size} B`
      if (size < 1_000_000) return `${number(size / 1000, size < 10_000 ? 1 : 0)} KB`
      return `${number(size / 1_000_000, 1)} MB`
    },
    tokens: (count) =>
      count < 1000 ? String(count) : count < 1_000_000 ? `${number(count / 1000, 1)}k` : `${number(count / 1_000_000, 2)}M`,
    cost: (usd) => `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`,
    duration(ms) {
      if (ms < 1000) return `${Math.round(ms)} ms`
      if (ms < 60_000) return `${number(ms / 1000, ms < 10_000 ? 1 : 0)} s`
      const seconds = Math.floor(ms / 1000)
      const hours = Math.floor(seconds / 3600)
      const minutes = Math.floor((seconds % 3600) / 60)
      const rest = String(seconds % 60).padStart(2, '0')
      return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
    },
    moment(epochMs, now = Date.now()) {
      const date = new Date(epochMs)
      const isToday = date.toDateString() === new Date(now).toDateString()
      const options: Intl.DateTimeFormatOptions = isToday
        ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
        : now - epochMs < 6 * 86_400_000
          ? { weekday: 'short' }
          : { month: 'short', day: 'numeric' }
      return new Intl.DateTimeFormat(language(), options).format(date)
    },
  }
}

/** Making one takes a hundred times as long as using it. */
const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormat(language: string, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: 0 })
  numberFormats.set(key, known)
  return known
}

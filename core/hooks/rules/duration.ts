const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

/** Milliseconds of a duration such as `500ms` or `1m30s`; undefined when it is none. `0` has no unit. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '0') return 0
  if (!/^\+?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(trimmed)) return undefined
  let total = 0
  for (const [, amount = '', unit = ''] of trimmed.matchAll(/([\d.]+)([a-zµμ]+)/g)) total += Number(amount) * (UNIT_MS[unit] ?? 0)
  return Number.isFinite(total) ? total : undefined
}

/** Seconds in the thousands are nearly always milliseconds, and nothing starts in a few of those. */
export function isOdd(ms: number): boolean {
  return ms < 100 || ms >= 1_000_000
}

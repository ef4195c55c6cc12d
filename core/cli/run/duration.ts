import { AppError } from '../../contract/errors.ts'

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Longest a timer of Node can wait. */
const MAX_MS = 2_147_483_647

/** `90`, `90s`, `5m`, `1h`, `1.5h`, `500ms` in milliseconds; a bare number counts seconds. */
export function parseDuration(option: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text)
  const ms = match ? Math.round(Number(match[1]) * unitMs[unitOf(match[2])]) : 0
  if (ms < 1 || ms > MAX_MS) throw new AppError('usage.bad_value', { params: { option, value: text, expected: '500ms, 90s, 5m, 1h' } })
  return ms
}

function unitOf(text: string | undefined): keyof typeof unitMs {
  return text === 'ms' || text === 'm' || text === 'h' ? text : 's'
}

/**
 * Whether JSON holds a value, and in about so many characters. Electron's wire carries whatever can be cloned: maps, bytes, rings, a list
 * of a thousand million nothings; written as JSON those would cost far more than they did to send.
 */
export function measure(value: unknown, limit: number): 'fits' | 'too large' | 'not JSON' {
  const open = [value]
  let left = limit
  while (open.length > 0) {
    const next = open.pop()
    left -= 1
    if (typeof next === 'string') left -= next.length
    else if (typeof next === 'bigint') return 'not JSON'
    else if (Array.isArray(next)) {
      left -= next.length
      if (left >= 0) for (const item of next) open.push(item)
    } else if (typeof next === 'object' && next !== null) {
      if (Object.prototype.toString.call(next) !== '[object Object]') return 'not JSON'
      for (const [name, member] of Object.entries(next)) {
        left -= name.length
        open.push(member)
      }
    }
    // A ring is never walked to its end.
    if (left < 0) return 'too large'
  }
  return 'fits'
}

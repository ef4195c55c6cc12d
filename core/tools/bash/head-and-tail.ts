import { cutHead, cutTail } from '../text/cut.ts'

/** The beginning and the end of a text that may be far larger than memory. */
export interface HeadAndTail {
  add(text: string): void
  /** The whole text, or both ends with a line between that says how much is missing. */
  write(): string
  readonly totalChars: number
  readonly isCut: boolean
}

export function createHeadAndTail(chars: number): HeadAndTail {
  const half = Math.floor(chars / 2)
  let head = ''
  let tail = ''
  let total = 0
  return {
    add(text) {
      total += text.length
      const room = half - head.length
      if (room > 0) head += text.slice(0, room)
      const rest = room > 0 ? text.slice(room) : text
      // Shortened now and then rather than each time, or every piece would copy the tail.
      if (rest.length >= half) tail = rest.slice(-half)
      else if (rest.length + tail.length > 4 * half) tail = tail.slice(-half) + rest
      else tail += rest
    },
    write() {
      if (total <= 2 * half) return head + tail
      const end = cutTail(tail, half)
      const start = cutHead(head, head.length)
      return `${start}\n… ${total - start.length - end.length} characters left out …\n${end}`
    },
    get totalChars() {
      return total
    },
    get isCut() {
      return total > 2 * half
    },
  }
}

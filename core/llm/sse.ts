import { ProviderError } from './types.ts'

export interface SseEvent {
  /** `message` when the stream named none. */
  readonly name: string
  readonly data: string
  /** False for an event that the end of the stream cut off before its blank line. */
  readonly complete: boolean
}

/** Takes bytes in any cut and gives the events they complete. Time is linear in the bytes, whatever the cut. */
export interface SseParser {
  push(bytes: Uint8Array): readonly SseEvent[]
  /** The event left open by a stream without its last blank line, if any. */
  end(): readonly SseEvent[]
}

const maxEventBytes = 64 * 1024 * 1024
/** Far more than the longest answer takes, framed in pieces of one token. Some of it nobody sees, and all of it is kept. */
const usualAnswerBytes = 512 * 1024 * 1024
const LF = 10
const CR = 13
const BYTE_ORDER_MARK = '\uFEFF'

export function createSseParser(maxAnswerBytes = usualAnswerBytes): SseParser {
  /** The bytes of a line whose end has not come. Lines are decoded whole, so no character is cut and no byte looked at twice. */
  let open = Buffer.alloc(1024)
  let openLength = 0
  let data: string[] = []
  let name = ''
  let size = 0
  let total = 0
  let endedWithCr = false
  let isFirstText = true

  function keep(bytes: Uint8Array, start: number, end: number): void {
    const length = openLength + end - start
    checkSize(size + length)
    if (length > open.length) {
      const larger = Buffer.alloc(Math.max(length, open.length * 2))
      open.copy(larger, 0, 0, openLength)
      open = larger
    }
    // A byte alone is cheaper set than copied.
    if (end - start === 1) open[openLength] = bytes[start] ?? 0
    else open.set(bytes.subarray(start, end), openLength)
    openLength = length
  }

  /** Everything up to `end`, what was kept before included. */
  function takeText(bytes: Uint8Array, end: number): string {
    const isKept = openLength > 0
    if (isKept) keep(bytes, 0, end)
    const text = isKept
      ? open.toString('utf8', 0, openLength)
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', 0, end)
    openLength = 0
    const hasMark = isFirstText && text.startsWith(BYTE_ORDER_MARK)
    isFirstText = false
    return hasMark ? text.slice(1) : text
  }

  /** `text` ends with a line's end. */
  function takeLines(text: string, events: SseEvent[]): void {
    // The second half of CR LF; its line has been taken.
    let start = endedWithCr && text.startsWith('\n') ? 1 : 0
    endedWithCr = text.endsWith('\r')
    const lineEnd = /\r\n?|\n/g
    lineEnd.lastIndex = start
    for (let match = lineEnd.exec(text); match; match = lineEnd.exec(text)) {
      takeLine(text.slice(start, match.index), events)
      start = lineEnd.lastIndex
    }
  }

  function takeLine(line: string, events: SseEvent[]): void {
    if (line === '') return dispatch(events, true)
    if (line.startsWith('data:')) {
      size += line.length
      checkSize(size)
      data.push(line.slice(line.charCodeAt(5) === 32 ? 6 : 5))
      return
    }
    if (line === 'data') data.push('')
    if (line.startsWith('event:')) name = line.slice(line.charCodeAt(6) === 32 ? 7 : 6)
  }

  function dispatch(events: SseEvent[], complete: boolean): void {
    if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n'), complete })
    data = []
    name = ''
    size = 0
  }

  return {
    push(bytes) {
      total += bytes.length
      if (total > maxAnswerBytes) throw new ProviderError('protocol', 'the answer does not end')
      const events: SseEvent[] = []
      const end = lastLineEnd(bytes) + 1
      if (end > 0) takeLines(takeText(bytes, end), events)
      if (end < bytes.length) keep(bytes, end, bytes.length)
      return events
    },
    end() {
      const events: SseEvent[] = []
      if (openLength > 0) takeLine(takeText(new Uint8Array(), 0), events)
      dispatch(events, false)
      return events
    },
  }
}

function checkSize(bytes: number): void {
  if (bytes > maxEventBytes) throw new ProviderError('protocol', 'one event of the answer is larger than 64 MB')
}

function lastLineEnd(bytes: Uint8Array): number {
  let at = bytes.length - 1
  while (at >= 0 && bytes[at] !== LF && bytes[at] !== CR) at -= 1
  return at
}

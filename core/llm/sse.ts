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

const maxEventChars = 64 * 1024 * 1024

export function createSseParser(): SseParser {
  const decoder = new TextDecoder()
  /** Pieces of a line whose end has not come; joined once, or a long line would be copied with every chunk. */
  let pieces: string[] = []
  let data: string[] = []
  let name = ''
  let size = 0
  let endedWithCr = false

  function takeText(text: string, events: SseEvent[]): void {
    const lineEnd = /\r\n?|\n/g
    let start = endedWithCr && text.startsWith('\n') ? 1 : 0
    if (text !== '') endedWithCr = text.endsWith('\r')
    lineEnd.lastIndex = start
    for (let match = lineEnd.exec(text); match; match = lineEnd.exec(text)) {
      pieces.push(text.slice(start, match.index))
      start = lineEnd.lastIndex
      takeLine(pieces.length === 1 ? (pieces[0] ?? '') : pieces.join(''), events)
      pieces = []
    }
    if (start >= text.length) return
    pieces.push(text.slice(start))
    grow(text.length - start)
  }

  function takeLine(line: string, events: SseEvent[]): void {
    if (line === '') return dispatch(events, true)
    if (line.startsWith('data:')) {
      grow(line.length)
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

  function grow(chars: number): void {
    size += chars
    if (size > maxEventChars) throw new ProviderError('protocol', 'one event of the answer is larger than 64 MB')
  }

  return {
    push(bytes) {
      const events: SseEvent[] = []
      takeText(decoder.decode(bytes, { stream: true }), events)
      return events
    },
    end() {
      const events: SseEvent[] = []
      takeText(decoder.decode(), events)
      if (pieces.length > 0) takeLine(pieces.join(''), events)
      pieces = []
      dispatch(events, false)
      return events
    },
  }
}

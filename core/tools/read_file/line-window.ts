import { limits } from '../limits.ts'
import { cutHead } from '../text/cut.ts'

export interface ReadWindow {
  /** Numbered lines, `N<tab>text`. */
  readonly text: string
  readonly firstLine: number
  /** One less than `firstLine` when there are none. */
  readonly lastLine: number
  /** Of the file, as far as it was read. */
  readonly totalLines: number
  /** Which limit ended the window before the end of the file. */
  readonly stoppedBy: 'limit' | 'bytes' | undefined
}

/** Takes a text in pieces and keeps the asked lines, whatever the size of the text or of a line. */
export interface LineWindow {
  add(piece: string): void
  end(): ReadWindow
}

export function createLineWindow({ offset, limit }: { offset: number; limit: number }): LineWindow {
  const kept: string[] = []
  let bytes = 0
  let complete = 0
  // The line being read: its beginning, and how long it is in all.
  let head = ''
  let length = 0
  let stoppedBy: ReadWindow['stoppedBy']

  const wanted = (): boolean => stoppedBy === undefined && complete + 1 >= offset

  const grow = (part: string): void => {
    if (wanted() && head.length <= limits.read.lineChars) head += part.slice(0, limits.read.lineChars + 2 - head.length)
    length += part.length
  }

  const finish = (): void => {
    if (wanted()) keep()
    complete++
    head = ''
    length = 0
  }

  const keep = (): void => {
    if (kept.length === limit) {
      stoppedBy = 'limit'
      return
    }
    const line = `${complete + 1}\t${shorten(head, length)}`
    const size = Buffer.byteLength(line) + 1
    if (bytes + size > limits.read.bytes) {
      stoppedBy = 'bytes'
      return
    }
    bytes += size
    kept.push(line)
  }

  return {
    add(piece) {
      let from = 0
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
        grow(piece.slice(from, at))
        finish()
        from = at + 1
      }
      if (from < piece.length) grow(piece.slice(from))
    },
    end() {
      if (length > 0) finish()
      return { text: kept.join('\n'), firstLine: offset, lastLine: offset + kept.length - 1, totalLines: complete, stoppedBy }
    },
  }
}

function shorten(head: string, length: number): string {
  const line = length === head.length && head.endsWith('\r') ? head.slice(0, -1) : head
  if (line.length <= limits.read.lineChars) return line
  return `${cutHead(line, limits.read.lineChars)} … (cut: the line has ${length} characters)`
}

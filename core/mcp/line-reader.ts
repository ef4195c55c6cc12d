/** A longer line is no message: it is counted as one line and its bytes are let go. */
const MAX_LINE_BYTES = 32 * 1024 * 1024

/** Cuts a stream of bytes into lines, at line ends only, so that no character is torn. */
export function createLineReader(onLine: (line: string) => void): { take(chunk: Buffer): void } {
  let pieces: Buffer[] = []
  let size = 0
  return {
    take(chunk) {
      let rest = chunk
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        onLine(Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8'))
        pieces = []
        size = 0
        rest = rest.subarray(end + 1)
      }
      size += rest.length
      if (size <= MAX_LINE_BYTES) pieces.push(rest)
      else pieces = pieces.slice(0, 1)
    },
  }
}

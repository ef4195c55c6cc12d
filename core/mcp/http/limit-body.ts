import { PassThrough, pipeline, type Readable } from 'node:stream'

/** Of an answer, or of one event of a stream. */
const MAX_BYTES = 64 * 1024 * 1024

/** The same bytes; fails when an answer, or a single event of a stream, grows past every use. */
export function limitBody(body: Readable, maxBytes = MAX_BYTES): Readable {
  let since = 0
  const limited = new PassThrough({
    transform(chunk: Buffer, _, done) {
      // Events end with an empty line; one that lies across two pieces is found with the next event.
      const end = Math.max(chunk.lastIndexOf('\n\n'), chunk.lastIndexOf('\r\n\r\n'))
      since = end < 0 ? since + chunk.length : chunk.length - end
      done(since > maxBytes ? new Error(`more than ${maxBytes / 1024 / 1024} MB in one answer`) : null, chunk)
    },
  })
  // What fails is told by the reader's own read.
  pipeline(body, limited, () => undefined)
  return limited
}

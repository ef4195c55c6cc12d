const MAX_CHARS = 256 * 1024

/** The newest of what a server wrote to standard error. */
export interface LogRing {
  add(chunk: Buffer): void
  text(): string
  /** The last lines, for a person who asks why. */
  tail(lines?: number): string
}

export function createLogRing(redact: (text: string) => string): LogRing {
  let kept = ''
  // oxlint-disable-next-line no-control-regex -- colours and cursor moves are for a terminal
  const text = (): string => redact(kept).replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
  return {
    add(chunk) {
      kept = (kept + chunk.toString('utf8')).slice(-MAX_CHARS)
    },
    text,
    tail: (lines = 20) => text().trim().split('\n').slice(-lines).join('\n').slice(-2_000),
  }
}

import { createLineCleaner } from './line-cleaner.ts'

/** What both streams of a command say, as clean text without keys, in the order it arrives. */
export interface OutputText {
  /** Whole lines as far as they are complete. */
  add(stream: 'stdout' | 'stderr', chunk: Buffer): string
  /** The unfinished last lines as they would read now. */
  peek(): string
  /** The unfinished last lines. */
  end(): string
  /** Says how much was not text; empty when all was. */
  binaryNote(): string
}

export function createOutputText(redact: (text: string) => string): OutputText {
  const cleaners = { stdout: createLineCleaner(), stderr: createLineCleaner() }
  let binaryBytes = 0
  return {
    add(stream, chunk) {
      // From the first zero byte on it is not text, and would only fill the conversation with rubbish.
      const zero = binaryBytes > 0 ? 0 : chunk.indexOf(0)
      if (zero >= 0) binaryBytes += chunk.length - zero
      // Whole lines, so that no key comes in two pieces.
      return redact(cleaners[stream].add(zero < 0 ? chunk : chunk.subarray(0, zero)))
    },
    peek: () => redact(cleaners.stdout.peek() + cleaners.stderr.peek()),
    end: () => redact(cleaners.stdout.end()) + redact(cleaners.stderr.end()),
    binaryNote: () => (binaryBytes > 0 ? `(binary output: ${binaryBytes} bytes not shown; redirect it to a file)` : ''),
  }
}

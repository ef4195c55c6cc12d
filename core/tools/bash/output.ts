import { limits } from '../limits.ts'
import { createHeadAndTail } from './head-and-tail.ts'
import { createLineCleaner } from './line-cleaner.ts'
import type { ToolContext } from '../types.ts'
import { createSpill } from './spill.ts'
import { cutTail } from '../text/cut.ts'

export interface CommandOutput {
  add(stream: 'stdout' | 'stderr', chunk: Buffer): void | Promise<void>
  /** Call once, when nothing comes any more. */
  end(): Promise<FinishedOutput>
}

export interface FinishedOutput {
  /** Bounded, for the model. */
  readonly text: string
  /** Where all of it lies, when `text` is a part. */
  readonly spillPath: string | undefined
}

/** Output of both streams in the order it arrives, in bounded memory. */
export function createCommandOutput(spillPath: string, context: Pick<ToolContext, 'progress' | 'redact'>): CommandOutput {
  const cleaners = { stdout: createLineCleaner(), stderr: createLineCleaner() }
  const shown = createHeadAndTail(limits.bash.chars)
  const spill = createSpill(spillPath)
  let binaryBytes = 0

  // Whole lines, so that no key comes in two pieces.
  const take = async (raw: string): Promise<void> => {
    if (raw === '') return
    const text = context.redact(raw)
    shown.add(text)
    context.progress(cutTail(text, limits.bash.progressChars))
    await spill.add(text)
  }

  return {
    add(stream, chunk) {
      // From the first zero byte on it is not text, and would only fill the conversation with rubbish.
      const zero = binaryBytes > 0 ? 0 : chunk.indexOf(0)
      if (zero >= 0) binaryBytes += chunk.length - zero
      return take(cleaners[stream].add(zero < 0 ? chunk : chunk.subarray(0, zero)))
    },
    async end() {
      await take(cleaners.stdout.end())
      await take(cleaners.stderr.end())
      await spill.end({ keep: shown.isCut })
      const notes = [
        binaryBytes > 0 ? `(binary output: ${binaryBytes} bytes not shown; redirect it to a file)` : '',
        shown.isCut ? `(whole output, ${shown.totalChars} characters: ${spillPath}${spill.isFull ? ', cut at its limit' : ''})` : '',
      ]
      const text = [shown.write().replace(/\n$/, ''), ...notes].filter((part) => part !== '').join('\n')
      return { text: text === '' ? '(no output)' : text.toWellFormed(), spillPath: shown.isCut ? spillPath : undefined }
    },
  }
}

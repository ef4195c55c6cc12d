import { limits } from '../limits.ts'
import { createHeadAndTail } from './head-and-tail.ts'
import { createOutputText } from './output-text.ts'
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
  const said = createOutputText(context.redact)
  const shown = createHeadAndTail(limits.bash.chars)
  const spill = createSpill(spillPath)

  const take = async (text: string): Promise<void> => {
    if (text === '') return
    shown.add(text)
    context.progress(cutTail(text, limits.bash.progressChars))
    await spill.add(text)
  }

  return {
    add: (stream, chunk) => take(said.add(stream, chunk)),
    async end() {
      await take(said.end())
      await spill.end({ keep: shown.isCut })
      const notes = [
        said.binaryNote(),
        shown.isCut ? `(whole output, ${shown.totalChars} characters: ${spillPath}${spill.isFull ? ', cut at its limit' : ''})` : '',
      ]
      const text = [shown.write().replace(/\n$/, ''), ...notes].filter((part) => part !== '').join('\n')
      return { text: text === '' ? '(no output)' : text.toWellFormed(), spillPath: shown.isCut ? spillPath : undefined }
    },
  }
}

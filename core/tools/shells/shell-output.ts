import { createHeadAndTail } from '../bash/head-and-tail.ts'
import { createOutputText } from '../bash/output-text.ts'
import { createSpill } from '../bash/spill.ts'
import { limits } from '../limits.ts'
import { cutTail } from '../text/cut.ts'

/** The output of a long-lived command: the newest in memory, all of it in a file, and what nobody has looked at yet. */
export interface ShellOutput {
  /** Never rejects: a full disk must not hold the command up. */
  add(stream: 'stdout' | 'stderr', chunk: Buffer): Promise<void>
  /** What came since the last time, bounded. The file holds all of it. */
  takeUnread(): Promise<string>
  tail(chars: number): string
  readonly chars: number
  /** Nothing comes any more. */
  end(): Promise<void>
}

export function createShellOutput(spillPath: string, redact: (text: string) => string): ShellOutput {
  const said = createOutputText(redact)
  const spill = createSpill(spillPath)
  let unread = createHeadAndTail(limits.bash.chars)
  let newest = ''
  let chars = 0
  let isKept = true

  const keep = async (work: () => Promise<void>): Promise<void> => {
    if (!isKept) return
    // The rest is not in the file, which is said; the command goes on.
    await work().catch(() => (isKept = false))
  }
  const take = async (text: string): Promise<void> => {
    if (text === '') return
    chars += text.length
    unread.add(text)
    newest += text
    // Shortened now and then rather than each time, or every piece would copy the whole.
    if (newest.length > 2 * limits.bash.shellTailChars) newest = cutTail(newest, limits.bash.shellTailChars)
    await keep(() => spill.add(text))
  }

  return {
    add: (stream, chunk) => take(said.add(stream, chunk)),
    async takeUnread() {
      const seen = unread
      unread = createHeadAndTail(limits.bash.chars)
      await keep(() => spill.flush())
      const isWhole = isKept && !spill.isFull
      const notes = [said.binaryNote(), isWhole ? '' : '(the file does not hold all of the output)']
      return [`${seen.write()}${said.peek()}`.replace(/\n$/, ''), ...notes].filter((part) => part !== '').join('\n')
    },
    tail: (count) => cutTail(newest + said.peek(), count),
    get chars() {
      return chars
    },
    async end() {
      await take(said.end())
      await keep(() => spill.end({ keep: true }))
    },
  }
}

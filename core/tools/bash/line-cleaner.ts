import { stripVTControlCharacters } from 'node:util'
import { StringDecoder } from 'node:string_decoder'
import { limits } from '../limits.ts'

/** Makes text of what a program wrote for a terminal: escape sequences gone, a line redrawn with `\r` shown as it ended up. */
export interface LineCleaner {
  /** Whole lines as far as they are complete. */
  add(chunk: Buffer): string
  /** The unfinished last line as it would read now; it stays to be finished. */
  peek(): string
  /** The unfinished last line. */
  end(): string
}

/** All but tabs and line ends. */
const CONTROL = /[^\P{Cc}\t\n]/u
const CONTROLS = /[^\P{Cc}\t\n]/gu

export function createLineCleaner(): LineCleaner {
  const decoder = new StringDecoder('utf8')
  let held = ''

  const take = (text: string): string => {
    const whole = held + text
    const cut = whole.lastIndexOf('\n') + 1
    held = whole.slice(cut)
    let out = cleanLines(whole.slice(0, cut))
    if (held.length > limits.bash.heldLineChars) {
      // A bar redrawn for minutes without a line end, or simply a very long line.
      const redrawn = held.lastIndexOf('\r', held.length - 2)
      if (redrawn > 0) held = held.slice(redrawn)
      else {
        out += cleanLine(held)
        held = ''
      }
    }
    return out
  }

  return {
    add: (chunk) => take(decoder.write(chunk)),
    peek: () => cleanLine(held),
    end() {
      const rest = take(decoder.end()) + cleanLine(held)
      held = ''
      return rest
    },
  }
}

function cleanLines(text: string): string {
  // Most output needs nothing; that is what keeps large outputs cheap.
  if (!hasControls(text)) return text
  return text
    .split('\n')
    .map((line) => cleanLine(line))
    .join('\n')
}

function cleanLine(line: string): string {
  if (!hasControls(line)) return line
  const plain = stripVTControlCharacters(line)
  const drawn = plain.endsWith('\r') ? plain.slice(0, -1) : plain
  const last = drawn.slice(drawn.lastIndexOf('\r') + 1)
  return backspaced(last).replaceAll(CONTROLS, '')
}

/** Each backspace takes the character before it along, as manual pages print bold. */
function backspaced(line: string): string {
  return line.split('\b').reduce((text, piece) => text.slice(0, -1) + piece)
}

function hasControls(text: string): boolean {
  return CONTROL.test(text)
}

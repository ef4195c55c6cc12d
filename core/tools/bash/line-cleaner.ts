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

/**
 * Sequences of terminals: CSI, texts (OSC, DCS and their like) up to their end, and those of two or three characters. Each
 * part stops where the next sequence begins, so a line of beginnings is read once; Node's own expression is quadratic there.
 */
// oxlint-disable-next-line no-control-regex -- Control characters are what this is about.
const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]*(?:[\u0007\u009c]|\u001b\\)|\u001b[ -/]*[0-~]/g
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
  const plain = line.replaceAll(SEQUENCES, '')
  const drawn = plain.endsWith('\r') ? plain.slice(0, -1) : plain
  const last = drawn.slice(drawn.lastIndexOf('\r') + 1)
  return backspaced(last).replaceAll(CONTROLS, '')
}

/** Each backspace takes the character before it along, as manual pages print bold. */
function backspaced(line: string): string {
  if (!line.includes('\b')) return line
  const shown: string[] = []
  for (const character of line) {
    if (character === '\b') shown.pop()
    else shown.push(character)
  }
  return shown.join('')
}

function hasControls(text: string): boolean {
  return CONTROL.test(text)
}

import { cutLine } from './portion.ts'

/* oxlint-disable no-control-regex -- Control characters are what this file is about. */

// CSI and OSC sequences, and the two-byte escapes. Colours are dropped: a card shows words.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*(?:[@-~]|$)|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** What a terminal would show: escapes gone, `\r` and backspace write over what stood there. */
export function terminalText(raw: string): string {
  return raw
    .replaceAll(ESCAPES, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => rubOut(overwrite(line)).replaceAll(CONTROL, ''))
    .join('\n')
}

function overwrite(line: string): string {
  if (!line.includes('\r')) return line
  // From the last: of what stood before only what is longer is still seen.
  return line.split('\r').reduceRight((shown, part) => (part.length > shown.length ? shown + part.slice(shown.length) : shown), '')
}

function rubOut(line: string): string {
  if (!line.includes('\b')) return line
  const shown: string[] = []
  for (const character of line) {
    if (character === '\b') shown.pop()
    else shown.push(character)
  }
  return shown.join('')
}

/** Lines without the empty ones at the end, each as the page may hold it. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  while (lines.at(-1) === '') lines.pop()
  return lines.map(cutLine)
}

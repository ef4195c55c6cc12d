import { mentionOf } from '../../lib/file-reference.ts'

/** The text that is sent: what was typed, then the referenced files as `@path`; a path with blanks is quoted. */
export function promptText(text: string, references: readonly string[]): string {
  const mentions = references.map(mentionOf).join(' ')
  return [text.trim(), mentions].filter(Boolean).join('\n\n')
}

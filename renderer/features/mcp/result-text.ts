import type { McpResult } from '../../../core/contract/mcp.ts'
import { textField } from '../../lib/fields.ts'

/** More of an answer tells nobody more. */
const LONGEST = 4_000

/** What a tool answered, as words where it is words, else as it came. */
export function resultText({ content, structuredContent }: McpResult): string {
  const texts = content.map((block) => (textField(block, 'type') === 'text' ? textField(block, 'text') : undefined))
  const isWords = structuredContent === undefined && texts.every((text) => text !== undefined)
  const text = isWords ? texts.join('\n') : JSON.stringify(structuredContent ?? content, null, 2)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

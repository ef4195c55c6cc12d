import { contentText } from '../contract/content-text.ts'
import type { Language } from '../contract/error-texts.ts'
import type { Row, RowOf } from '../contract/view.ts'

const summaryHeading = { en: 'Summary of what came before', 'zh-CN': '之前内容的总结' } as const
const promptHeading = { en: 'Prompt', 'zh-CN': '提问' } as const

/** A transcript for people: prompts, answers, and each call with its input and what came of it. */
export function rowsAsMarkdown(title: string, rows: readonly Row[], language: Language): string {
  const sections = rows.map((row) => section(row, language)).filter((text) => text !== '')
  return [`# ${title}\n`, ...sections].join('\n')
}

function section(row: Row, language: Language): string {
  switch (row.kind) {
    case 'user':
      return `## ${promptHeading[language]}\n\n${row.text}\n${row.attachments.map(({ name }) => `\n- ${name}\n`).join('')}`
    case 'text':
      return `${row.text}\n`
    case 'thinking':
      return ''
    case 'tool':
      return toolSection(row)
    case 'summary':
      return `## ${summaryHeading[language]}\n\n${row.text}\n`
    case 'ending':
      return row.stopReason === 'end_turn' ? '' : `*${row.stopReason}${row.error ? ` (${row.error.code}: ${row.error.message})` : ''}*\n`
  }
}

function toolSection({ name, input, state, meta, content }: RowOf<'tool'>): string {
  const output = meta.diff ? fenced('diff', meta.diff) : fenced('', contentText(content))
  return `**${name}** (${state})\n\n${fenced('json', JSON.stringify(input, undefined, 2) ?? '')}\n${output}`
}

/** A fence longer than any inside. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}\n`
}

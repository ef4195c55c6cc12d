import { AppError } from '../contract/errors.ts'
import type { ErrorCode } from '../contract/error-texts.ts'
import type { Finding } from '../frontmatter/index.ts'
import type { Diagnostic } from './types.ts'

const said: Readonly<Record<Finding['code'], readonly [Diagnostic['level'], ErrorCode]>> = {
  not_text: ['error', 'skill.not_text'],
  never_closed: ['error', 'skill.never_closed'],
  no_frontmatter: ['warning', 'skill.no_head'],
  repaired: ['warning', 'skill.repaired'],
  unreadable_key: ['warning', 'skill.unread_key'],
  not_a_map: ['warning', 'skill.unread_key'],
  duplicate_key: ['warning', 'skill.duplicate_key'],
  cut_by_comment: ['warning', 'skill.comment_kept'],
  hidden_characters: ['warning', 'skill.hidden_characters'],
}

/** What the reader found, in words. */
export function headDiagnostics(findings: readonly Finding[]): Diagnostic[] {
  return findings.map(({ code, line, key, detail }) => {
    const [level, text] = said[code]
    return { level, line, problem: new AppError(text, { params: { key: key || detail, detail } }) }
  })
}

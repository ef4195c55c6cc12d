import type { ErrorCode } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { Finding } from '../frontmatter/index.ts'
import type { Diagnostic } from './types.ts'

const said: Readonly<Record<Finding['code'], readonly [Diagnostic['level'], ErrorCode]>> = {
  not_text: ['error', 'agent.not_text'],
  never_closed: ['error', 'agent.never_closed'],
  no_frontmatter: ['warning', 'agent.no_head'],
  repaired: ['warning', 'agent.repaired'],
  unreadable_key: ['warning', 'agent.unread_key'],
  not_a_map: ['warning', 'agent.unread_key'],
  duplicate_key: ['warning', 'agent.duplicate_key'],
  cut_by_comment: ['warning', 'agent.comment_kept'],
  hidden_characters: ['warning', 'agent.hidden_characters'],
}

/** What the reader found, in words. */
export function headProblem({ code, line, key, detail }: Finding): Diagnostic {
  const [level, text] = said[code]
  return { level, line, problem: new AppError(text, { params: { key: key || detail, detail } }) }
}

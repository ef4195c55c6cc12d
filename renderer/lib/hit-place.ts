import type { SessionHit } from '../../core/contract/sessions.ts'
import { rowId } from '../../core/contract/rows.ts'

/** The newest place where the words of a search stand: its prompt's row and the words. Undefined: they stand in the title alone. */
export function hitPlace({ snippets }: Pick<SessionHit, 'snippets'>): { readonly rowId: string; readonly words: string } | undefined {
  const found = snippets.find(({ messageId }) => messageId !== undefined)
  const message = found?.role === 'user' ? found.messageId : found?.turnId
  if (!found || message === undefined) return undefined
  const [match] = found.matches
  return { rowId: rowId.user(message), words: match ? found.text.slice(match.start, match.end) : '' }
}

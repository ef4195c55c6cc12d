import type { Row } from '../../../core/contract/view.ts'
import type { WantedRow } from '../../stores/reading-places.ts'

/** The id of the row that is meant: from the wanted one to the next prompt the first that says the words; else the wanted one itself. */
export function rowSaying(rows: readonly Row[], { rowId, words }: Pick<WantedRow, 'rowId' | 'words'>): string {
  const start = rows.findIndex(({ id }) => id === rowId)
  if (start < 0 || words === '') return rowId
  const end = rows.findIndex(({ kind }, index) => index > start && kind === 'user')
  const found = rows.slice(start, end < 0 ? undefined : end).find((row) => said(row).toLowerCase().includes(words.toLowerCase()))
  return found?.id ?? rowId
}

function said(row: Row): string {
  if (row.kind === 'ending') return ''
  if (row.kind !== 'tool') return row.text
  return row.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

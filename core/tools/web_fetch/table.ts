/** Rows as a Markdown table whose first row is its head. One cell wide it is only layout. */
export function createTableRows(rows: readonly string[]): string {
  const [first, ...rest] = rows.filter((row) => row.startsWith('|'))
  if (first === undefined) return rows.join('\n\n')
  const cells = first.split(/(?<!\\)\|/).length - 2
  if (cells < 2) return rows.map((row) => row.replaceAll(/^\| | \|$/g, '')).join('\n\n')
  return [first, `|${' --- |'.repeat(cells)}`, ...rest].join('\n')
}

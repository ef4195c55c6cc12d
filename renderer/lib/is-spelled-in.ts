/** Whether the letters of a query stand in a label in their order, letter case aside: what every fuzzy match holds at the least. */
export function isSpelledIn(query: string, label: string): boolean {
  const letters = label.toLowerCase()
  let at = 0
  for (const letter of query.toLowerCase()) {
    at = letters.indexOf(letter, at) + letter.length
    if (at < letter.length) return false
  }
  return true
}

/**
 * Where a key moves the mark in a list of `length` rows; undefined when the key is none of the list's.
 * `-1` stands for no mark.
 */
export function moveInList(key: string, index: number, length: number, page = 10): number | undefined {
  if (length === 0) return undefined
  const last = length - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last)
    case 'ArrowUp':
      return Math.max(index < 0 ? last : index - 1, 0)
    case 'PageDown':
      return Math.min(Math.max(index, 0) + page, last)
    case 'PageUp':
      return Math.max(index - page, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/** The next row after `index` whose name begins with `letter`, wrapping around; undefined when there is none. */
export function findByLetter(letter: string, index: number, names: readonly string[]): number | undefined {
  const wanted = letter.toLocaleLowerCase()
  for (let step = 1; step <= names.length; step += 1) {
    const at = (Math.max(index, -1) + step) % names.length
    if (names[at]?.toLocaleLowerCase().startsWith(wanted)) return at
  }
  return undefined
}

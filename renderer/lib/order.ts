/** The list with two of its members in each other's place. */
export function swapped<T>(list: readonly T[], one: T, other: T): T[] {
  return list.map((each) => (each === one ? other : each === other ? one : each))
}

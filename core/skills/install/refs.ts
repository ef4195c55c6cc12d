/** Splits `feature/x/skills/y` where the branch or tag ends: the longest name there is, since names hold slashes. */
export function splitRef(parts: readonly string[], names: ReadonlySet<string>): { ref: string; path: string } | undefined {
  for (let length = parts.length; length > 0; length -= 1) {
    const ref = parts.slice(0, length).join('/')
    if (names.has(ref)) return { ref, path: parts.slice(length).join('/') }
  }
  const [first = '', ...rest] = parts
  return isCommit(first) ? { ref: first, path: rest.join('/') } : undefined
}

/** Full or shortened. */
export function isCommit(word: string): boolean {
  return /^[0-9a-f]{7,40}$/i.test(word)
}

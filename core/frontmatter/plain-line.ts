/** A key and words that mean nothing special to YAML: no quotes, marks, comments or colons, and no number, date or truth value. */
const PLAIN = /^(?<key>[A-Za-z][\w-]*): +(?<value>\p{L}[^:#\p{C}\u2028\u2029]*)$/u
const WORDS_OF_YAML = /^(?:true|false|null)$/i

/** `key: words` on one line, which is nearly all of most heads: reading these without a parser makes thousands of files cheap. */
export function plainLine(line: string): { key: string; value: string } | undefined {
  const { key, value } = PLAIN.exec(line)?.groups ?? {}
  const words = value?.trimEnd()
  return key === undefined || words === undefined || WORDS_OF_YAML.test(words) ? undefined : { key, value: words }
}

/** Without marks that a person would not see, and no longer than this. */
export function plainText(text: string, maxChars: number): string {
  const seen = text.replaceAll(/(?![\t\n])\p{Cc}|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '').trim()
  return seen.length > maxChars ? `${seen.slice(0, maxChars).toWellFormed()}…` : seen
}

/** Roughly so many tokens: four letters make one, and so does a Chinese character. */
export function roughTokens(text: string): number {
  let wide = 0
  for (const char of text) if (char > '\u2e7f') wide += 1
  return Math.round((text.length - wide) / 4 + wide)
}

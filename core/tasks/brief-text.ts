const BRIEF_CHARS = 1_000

/** The beginning of a card's prompt or report: whole ones go to whoever opens the card, and not with each change to everybody who looks on. */
export function briefText(text: string): string {
  return text.length > BRIEF_CHARS ? text.slice(0, BRIEF_CHARS).toWellFormed() : text
}

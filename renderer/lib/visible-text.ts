/** Characters that turn the order of others around, or cannot be seen. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
const UNSEEN = /[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
/** A joiner, but not where it makes one picture of several, as in 👩‍💻. */
const LOOSE_JOINER = /(?<!\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu

/** Prose whose order is as it is written: overrides stand as their names. */
export function orderedText(text: string): string {
  return text.replaceAll(TURNING, named)
}

/** Code and addresses, of which every character counts: what cannot be seen stands as its name too. */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, named).replaceAll(LOOSE_JOINER, named)
}

/** A name on one line: line ends and other control characters stand as their names as well. */
export function visibleName(name: string): string {
  return visibleText(name).replaceAll(/\p{Cc}/gu, named)
}

function named(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}

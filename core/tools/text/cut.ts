/** The first `chars` UTF-16 units of a text, never half a surrogate pair. */
export function cutHead(text: string, chars: number): string {
  if (text.length <= chars) return text
  return text.slice(0, splitsPair(text, chars) ? chars - 1 : chars)
}

/** The last `chars` UTF-16 units of a text, never half a surrogate pair. */
export function cutTail(text: string, chars: number): string {
  if (text.length <= chars) return text
  const from = text.length - chars
  return text.slice(splitsPair(text, from) ? from + 1 : from)
}

function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00
}

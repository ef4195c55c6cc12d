/** The beginning of a text that fits into `bytes` of UTF-8, cut at a line's end where one is near. */
export function fitBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  // A cut character at the end decodes to one mark, which is taken off.
  const head = Buffer.from(text, 'utf8')
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\ufffd$/, '')
  const end = head.lastIndexOf('\n')
  return end > head.length * 0.9 ? head.slice(0, end) : head
}

/** Text of a file, line ends as `\n`, without its mark; undefined for what is not text. */
export function decode(bytes: Uint8Array): string | undefined {
  const text = decodeBytes(bytes)
  return text === undefined || text.includes('\0') ? undefined : text.replaceAll(/\r\n?/g, '\n')
}

function decodeBytes(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    // The decoder takes the mark off by itself.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

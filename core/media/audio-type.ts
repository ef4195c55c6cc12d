const latin = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** What kind of sound it is, by its first bytes; undefined: none that a page plays. */
export function readAudioType(bytes: Uint8Array): string | undefined {
  const head = latin(bytes, 0, 4)
  if (head === 'RIFF' && latin(bytes, 8, 12) === 'WAVE') return 'audio/wav'
  if (head === 'OggS') return 'audio/ogg'
  if (head === 'fLaC') return 'audio/flac'
  if (latin(bytes, 4, 8) === 'ftyp') return 'audio/mp4'
  if (head === '\u001aE\u00df\u00a3') return 'audio/webm'
  if (head.startsWith('ID3')) return 'audio/mpeg'
  const [first = 0, second = 0] = bytes
  // A frame's eleven set bits; then the layer tells MPEG audio from AAC.
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg'
}

/** Every limit of this room, with its reason. */
export const limits = {
  /** Tools change no larger file, so a larger one is surely not as they left it. */
  fileBytes: 20 * 1024 * 1024,
  /** Of a diff in characters: an answer must fit a frame. */
  diffChars: 250_000,
  /** Smaller contents take a block on the disk either way. */
  compressedFromBytes: 4_096,
} as const

/** What a tool that shows a part itself gives at most, 50 KB, and the line that says how to go on. */
const RESULT_BYTES = 50 * 1024 + 512
/** All results of one message together. */
const MESSAGE_BYTES = 200_000
/** A result as short is never cut: its preview would not be shorter. */
const SMALL_BYTES = 4_000

const PREVIEW_LINES = 20
const PREVIEW_BYTES = 2 * 1024

/** Decides for the results of one message, as each is known, whether it goes in whole. Nothing is decided twice. */
export interface ResultRoom {
  fits(bytes: number): boolean
}

export function createResultRoom(calls: number): ResultRoom {
  let room = MESSAGE_BYTES
  let waiting = calls
  return {
    fits(bytes) {
      waiting -= 1
      // Small results that are still to come are not to be cut because a large one was first.
      const isWhole = bytes <= SMALL_BYTES || (bytes <= RESULT_BYTES && bytes <= room - waiting * SMALL_BYTES)
      room -= isWhole ? bytes : SMALL_BYTES
      return isWhole
    },
  }
}

/** What stands for a long result; `path` undefined: the whole could not be kept. */
export function previewOf(text: string, path: string | undefined): string {
  const bytes = Buffer.byteLength(text)
  const where =
    path === undefined
      ? 'The rest could not be kept: call the tool again in a way that answers less.'
      : `All of it is in ${path} : read that file in parts with read_file instead of guessing what it says.`
  return `(This result has ${bytes} bytes, too many to be shown whole. ${where} It begins:)\n${beginning(text)}\n…`
}

function beginning(text: string): string {
  const lines = text.split('\n', PREVIEW_LINES).join('\n')
  return Buffer.from(lines)
    .subarray(0, PREVIEW_BYTES)
    .toString('utf8')
    .replace(/\uFFFD$/u, '')
}

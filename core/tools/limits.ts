/** Every limit of the built-in tools, with its reason. Results are bounded here; what is left out lies on disk or can be asked for. */
export const limits = {
  read: {
    /** About what fits beside the rest of a conversation; a model asks for more by `offset`. */
    lines: 2_000,
    /** Minified files have lines of megabytes. */
    lineChars: 2_000,
    /** The same bound in bytes, whichever comes first: about 12,000 tokens. */
    bytes: 50 * 1024,
    /** Up to here a file is decoded whole, with the care editing needs; above it is streamed. */
    wholeBytes: 10 * 1024 * 1024,
    /** Beyond this counting the lines is not worth the wait. */
    scanBytes: 512 * 1024 * 1024,
    /** Of one output of a notebook's cell. */
    outputChars: 10_000,
    /** A folder of more names is explored with `glob`. */
    entries: 500,
  },
  edit: {
    /** The file, its new content and the diff are in memory together, and hashing and decoding must not be felt. */
    bytes: 20 * 1024 * 1024,
    /** The nearest candidate is looked for in this many lines; it is a hint, not worth seconds. */
    candidateLines: 20_000,
    /** A hint of more lines would be the file again. */
    candidateShown: 20,
    /** Of one call; a file that needs more is better written anew. */
    edits: 100,
  },
  diff: {
    /** Well below the 1 MB of a frame, which also carries the rest of the event. */
    bytes: 256 * 1024,
    /** Edits that Myers' algorithm may try before the changed block is shown as a whole: bounds the time, not the result. */
    edits: 700,
    /** As git shows. */
    contextLines: 3,
  },
  search: {
    /** More hits say that the pattern is too wide. */
    hits: 100,
    /** What a call may raise `head_limit` to. */
    maxHits: 1_000,
    lineChars: 500,
    /** Files in an older encoding that are searched a second time. */
    legacyFiles: 200,
    bytes: 50 * 1024,
    /** Newest first takes a look at each file; beyond this many the order is the disk's. */
    sorted: 10_000,
    /** ripgrep reads 100,000 files in a second or two; longer means a network disk or a device. */
    timeoutMs: 30_000,
  },
  bash: {
    timeoutMs: 120_000,
    maxTimeoutMs: 600_000,
    /** Head and tail together; errors stand at either end of a log. */
    chars: 30_000,
    /** One spill file; output beyond it is counted and dropped. */
    spillBytes: 64 * 1024 * 1024,
    /** A line is held back this long for `\r` and escape sequences to be complete. */
    heldLineChars: 16 * 1024,
    /** The window shows a tail; more per piece would be thrown away there. */
    progressChars: 4_096,
    /** Background shells that run at a time in a session; a person should still be able to say what each is for. */
    shells: 8,
    /** Ended ones that can still be looked at. */
    endedShells: 20,
    /** The newest output of each, kept in memory for the window; a session of ten busy ones stays below 2 MB. */
    shellTailChars: 64 * 1024,
    /** A command that fails at once says so in the answer to its start. */
    startWaitMs: 500,
    /** Longer than a model should sit and wait; it can look again. */
    lookWaitMs: 120_000,
  },
  web: {
    /** Unpacked; a page of more is a download. */
    bytes: 5 * 1024 * 1024,
    /** From the look-up of the name to the last byte, redirects included. */
    timeoutMs: 30_000,
    /** More are a circle. */
    redirects: 5,
    /** As much as a file's: about 12,000 tokens. */
    textBytes: 50 * 1024,
  },
  ask: {
    /** More is an interview; the model can ask again. */
    questions: 4,
    options: 8,
    /** Fits a button. */
    labelChars: 80,
    textChars: 1_000,
    /** A long chapter: what is longer is no plan a person reads. */
    planChars: 50_000,
  },
  todo: {
    /** A list that is longer is no list any more. */
    items: 100,
  },
} as const

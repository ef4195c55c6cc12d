import { fileURLToPath } from 'node:url'

/** The built command line. */
export const ENTRY = fileURLToPath(new URL('../../out/cli/entry.js', import.meta.url))

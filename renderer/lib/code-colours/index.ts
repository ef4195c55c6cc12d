export { createColourist } from './colourist.ts'
export { languageOfFence, languageOfFile } from './language-names.ts'
export type { CodeToken } from './token.ts'

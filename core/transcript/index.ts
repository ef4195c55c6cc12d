export { rowsAsMarkdown } from './markdown.ts'
export { readTranscript } from './read.ts'
export { writeTranscript } from './write.ts'
export type { ReadTranscript, Transcript } from './types.ts'

export { createMemory, type Memory, type MemoryPlaces } from './memory.ts'
export { noteFile } from './note-file.ts'
export { memoryLines } from './lines.ts'

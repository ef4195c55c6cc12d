export { findEditors, type FoundEditor } from './editors.ts'

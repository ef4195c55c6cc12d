export { createContent } from './content.ts'
export type { Completion, Content, ContentAsk, ContentServer, ReadPart, ResourceList } from './types.ts'
export { shownParts } from './shown-parts.ts'
export { findResources } from './find-resources.ts'

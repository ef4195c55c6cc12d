export { createSearch } from './search.ts'
export { createSearchIndex } from './search-index.ts'

export { decode } from './decode.ts'
export { readFrontmatter, type Finding, type Frontmatter } from './read.ts'
export { asHint, asNames, asText } from './coerce.ts'

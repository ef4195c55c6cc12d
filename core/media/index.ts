export { createBlobReader, readBlob, type BlobReader } from './blobs.ts'
export { createCodec, type Codec } from './codec.ts'
export { mediaLimits } from './limits.ts'
export type { MediaTrouble, PageRange } from './jobs.ts'

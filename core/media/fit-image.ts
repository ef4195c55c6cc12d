import { Transformer } from '@napi-rs/image'
import { GifReader } from 'omggif'
import type { Answer, FittedImage, Job } from './jobs.ts'

type ImageJob = Extract<Job, { kind: 'image' }>

/** Decodes an image whole, turns it as its camera was held, and scales and packs it until it fits. One that fits stays as it is. */
export async function fitImage(job: ImageJob): Promise<Answer<FittedImage>> {
  try {
    return { ok: job.header.mediaType === 'image/gif' ? await fitGif(job) : await fitPicture(job) }
  } catch {
    return { trouble: { kind: 'broken' } }
  }
}

async function fitPicture(job: ImageJob): Promise<FittedImage> {
  const { bytes, header, edge, maxBytes } = job
  const { width, height, orientation = 1 } = await new Transformer(bytes).metadata(true)
  // Another size than its header promised is a trap.
  if (width !== header.width || height !== header.height) throw new Error('size')
  const isCut = header.mediaType === 'image/jpeg' && !endsWithMarker(bytes)
  if (orientation === 1 && !isCut && width <= edge && height <= edge && bytes.length <= maxBytes) {
    await new Transformer(bytes).rawPixels()
    return { ...header, bytes: undefined }
  }
  const isTurned = orientation >= 5
  const size = isTurned ? { width: height, height: width } : { width, height }
  return pack(() => new Transformer(bytes).rotate(), { ...job, size, isPhoto: header.mediaType === 'image/jpeg' })
}

/** An animation stays one where it fits; else its first frame is what can be shown. */
async function fitGif(job: ImageJob): Promise<FittedImage> {
  const { bytes, header, edge, maxBytes } = job
  const reader = new GifReader(Buffer.from(bytes))
  const pixels = new Uint8Array(header.width * header.height * 4)
  reader.decodeAndBlitFrameRGBA(0, pixels)
  if (header.width <= edge && header.height <= edge && bytes.length <= maxBytes) return { ...header, bytes: undefined }
  const source = (): Transformer => Transformer.fromRgbaPixels(pixels, header.width, header.height)
  return pack(source, { ...job, size: header, isPhoto: false })
}

interface Packing {
  readonly size: { readonly width: number; readonly height: number }
  readonly isPhoto: boolean
  readonly edge: number
  readonly maxBytes: number
}

/** Photos as JPEG; others without loss, and where that is too large as WebP; then smaller and smaller. */
async function pack(source: () => Transformer, { size, isPhoto, edge, maxBytes }: Packing): Promise<FittedImage> {
  for (let scale = Math.min(1, edge / size.width, edge / size.height); ; scale *= 0.7) {
    const width = Math.max(1, Math.round(size.width * scale))
    const height = Math.max(1, Math.round(size.height * scale))
    const scaled = (): Transformer => (scale === 1 ? source() : source().resize(width, height))
    if (!isPhoto) {
      const png = await scaled().png()
      if (png.length <= maxBytes) return { mediaType: 'image/png', width, height, bytes: png }
    }
    const lossy = isPhoto ? await scaled().jpeg(85) : await scaled().webp(85)
    if (lossy.length <= maxBytes) return { mediaType: isPhoto ? 'image/jpeg' : 'image/webp', width, height, bytes: lossy }
  }
}

/** Some bytes may follow the end marker; a file that was cut has none near its end. */
function endsWithMarker(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .subarray(-4096)
    .includes(Buffer.from([0xff, 0xd9]))
}

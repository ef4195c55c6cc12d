/** Largest text file a message carries, in bytes. */
export const MAX_ATTACHMENT_BYTES = 1_048_576
/** Largest image or PDF, in bytes. */
export const MAX_MEDIA_BYTES = 32 * 1024 * 1024

export type FileRefusal = 'format' | 'binary' | 'large' | 'largeMedia' | 'unreadable' | 'twice' | 'many'

const OTHER_IMAGE = /\.(avif|bmp|tiff?|heic|heif|ico)$/i
const TAKEN_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']

/** Why a dropped file cannot go into a message; undefined when its name and type allow it. */
export function refusalByName(file: { readonly name: string; readonly type: string }): FileRefusal | undefined {
  const isOther = file.type.startsWith('image/') && !TAKEN_TYPES.includes(file.type)
  return isOther || OTHER_IMAGE.test(file.name) ? 'format' : undefined
}

/** Why its size or its first bytes forbid it. UTF-16 text has zero bytes and a mark that says so. */
export async function refusalByContent(file: Blob): Promise<FileRefusal | undefined> {
  const head = new Uint8Array(await file.slice(0, 8192).arrayBuffer())
  if (isMedia(head)) return file.size > MAX_MEDIA_BYTES ? 'largeMedia' : undefined
  if (file.size > MAX_ATTACHMENT_BYTES) return 'large'
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return !isUtf16 && head.includes(0) ? 'binary' : undefined
}

/** PNG, JPEG, GIF, WebP and PDF by how they begin. */
function isMedia(head: Uint8Array): boolean {
  const letters = String.fromCharCode(...head.slice(0, 12))
  return ['\x89PNG', '\xff\xd8\xff', 'GIF8', '%PDF-'].some((start) => letters.startsWith(start)) || /^RIFF[^]{4}WEBP/.test(letters)
}

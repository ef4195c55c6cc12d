/** Largest text file a message carries, in bytes. */
export const MAX_ATTACHMENT_BYTES = 1_000_000

export type FileRefusal = 'folder' | 'image' | 'pdf' | 'binary' | 'large'

const IMAGE = /\.(png|jpe?g|gif|webp|avif|bmp|tiff?|heic|ico)$/i

/** Why a dropped file cannot go into a message; undefined when its name and type allow it. */
export function refusalByName(file: { readonly name: string; readonly type: string }): FileRefusal | undefined {
  if ((file.type.startsWith('image/') && file.type !== 'image/svg+xml') || IMAGE.test(file.name)) return 'image'
  if (file.type === 'application/pdf' || /\.pdf$/i.test(file.name)) return 'pdf'
  return undefined
}

/** Why its size or its first bytes forbid it. UTF-16 text has zero bytes and a mark that says so. */
export async function refusalByContent(file: Blob): Promise<FileRefusal | undefined> {
  if (file.size > MAX_ATTACHMENT_BYTES) return 'large'
  const head = new Uint8Array(await file.slice(0, 8192).arrayBuffer())
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return !isUtf16 && head.includes(0) ? 'binary' : undefined
}

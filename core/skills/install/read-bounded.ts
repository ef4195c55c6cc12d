import { AppError } from '../../contract/errors.ts'

/** Takes a stream whole, and not a byte more than `maxBytes`: what was announced may be a lie. */
export async function readBounded(stream: AsyncIterable<unknown>, { file, maxBytes }: { file: string; maxBytes: number }): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.length
    // Leaving the loop ends the stream.
    if (bytes > maxBytes) throw fileTooLarge(file, maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function fileTooLarge(file: string, maxBytes: number): AppError {
  return new AppError('install.file_too_large', { params: { file, limit: inWords(maxBytes) } })
}

export function inWords(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB` : `${Math.round(bytes / 1024)} KiB`
}

import { PDFDocument } from '@cantoo/pdf-lib'
import { Transformer } from '@napi-rs/image'

/** One grey picture of that size, as PNG. */
export function grey(width: number, height: number): Promise<Buffer> {
  return picture(width, height).png()
}

/** The same as JPEG. */
export function greyPhoto(width: number, height: number): Promise<Buffer> {
  return picture(width, height).jpeg()
}

/** A PDF of empty pages; with a password it is locked. */
export async function emptyPdf(pages: number, password?: string): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let n = 0; n < pages; n += 1) document.addPage([100, 100])
  if (password !== undefined) document.encrypt({ userPassword: password, ownerPassword: password })
  // Without object streams, so that a plain search finds its pages.
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

function picture(width: number, height: number): Transformer {
  return Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 90), width, height)
}

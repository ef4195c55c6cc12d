import { EncryptedPDFError, ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib'
import type { Answer, Job, ReadPdf } from './jobs.ts'

/** Counts the pages, and cuts out a range of them where one is asked for. */
export async function readPdf({ bytes, pages, maxPages }: Extract<Job, { kind: 'pdf' }>): Promise<Answer<ReadPdf>> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest })
    const total = document.getPageCount()
    if (total === 0) return { trouble: { kind: 'broken' } }
    if (pages && (pages.first > total || pages.last < pages.first)) return { trouble: { kind: 'no_such_pages', total } }
    const last = pages ? Math.min(pages.last, total) : total
    const count = last - (pages?.first ?? 1) + 1
    if (count > maxPages) return { trouble: { kind: 'too_many_pages', total } }
    return { ok: { total, pages: count, bytes: count === total ? undefined : await extract(document, last - count, count) } }
  } catch (error) {
    return { trouble: { kind: error instanceof EncryptedPDFError ? 'encrypted' : 'broken' } }
  }
}

async function extract(document: PDFDocument, from: number, count: number): Promise<Uint8Array> {
  const part = await PDFDocument.create({ updateMetadata: false })
  const indices = Array.from({ length: count }, (_, at) => from + at)
  for (const page of await part.copyPages(document, indices)) part.addPage(page)
  return part.save()
}

import { Worker } from 'node:worker_threads'
import type { DocumentBlock, ImageBlock } from '../contract/common.ts'
import { keepBlob } from './blobs.ts'
import { readImageHeader } from './image-header.ts'
import type { Answer, FittedImage, Job, PageRange, ReadPdf } from './jobs.ts'
import { mediaLimits } from './limits.ts'

/** Where a session keeps what was read. */
interface Place {
  readonly sessionDir: string
  readonly signal?: AbortSignal | undefined
}

/** Reads images and documents off the thread that serves windows, one after another, and keeps them. */
export interface Codec {
  /** Turned upright and scaled to what every vendor takes. */
  image(bytes: Buffer, place: Place): Promise<Answer<ImageBlock>>
  pdf(bytes: Buffer, options: Place & { name: string; pages?: PageRange | undefined }): Promise<Answer<DocumentBlock & { total: number }>>
}

/** A file that keeps a decoder busy longer is a trap. */
const JOB_MS = 30_000

export function createCodec({ jobMs = JOB_MS }: { jobMs?: number } = {}): Codec {
  let last: Promise<unknown> = Promise.resolve()

  // One at a time: each may hold hundreds of megabytes.
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }

  return {
    image: (bytes, place) =>
      inTurn(async () => {
        if (bytes.length > mediaLimits.fileBytes) return { trouble: { kind: 'too_large' } }
        const header = readImageHeader(bytes)
        if (!header) return { trouble: { kind: 'broken' } }
        if (header.width * header.height > mediaLimits.pixels) return { trouble: { kind: 'too_many_pixels' } }
        const { edge, imageBytes: maxBytes } = mediaLimits
        const fitted = await runJob<FittedImage>({ kind: 'image', bytes, header, edge, maxBytes }, { jobMs, signal: place.signal })
        if ('trouble' in fitted) return fitted
        const { mediaType, width, height } = fitted.ok
        const kept = fitted.ok.bytes ?? bytes
        const blobId = await keepBlob(place.sessionDir, kept)
        return { ok: { type: 'image', mediaType, blobId, size: kept.length, width, height } }
      }),
    pdf: (bytes, { name, pages, sessionDir, signal }) =>
      inTurn(async () => {
        if (bytes.length > mediaLimits.fileBytes) return { trouble: { kind: 'too_large' } }
        const read = await runJob<ReadPdf>({ kind: 'pdf', bytes, pages, maxPages: mediaLimits.pages }, { jobMs, signal })
        if ('trouble' in read) return read
        const kept = read.ok.bytes ?? bytes
        const blobId = await keepBlob(sessionDir, kept)
        const { pages: count, total } = read.ok
        return { ok: { type: 'document', mediaType: 'application/pdf', blobId, size: kept.length, name, pages: count, total } }
      }),
  }
}

function runJob<T>(job: Job, { jobMs, signal }: { jobMs: number; signal: AbortSignal | undefined }): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(workerFile(), { workerData: job, resourceLimits: { maxOldGenerationSizeMb: 512 } })
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      settle()
      // It says so itself when it could not be ended, and then it is at its end anyway.
      void worker.terminate()
    }
    const onAbort = (): void => end(() => reject(signal?.reason))
    const timer = setTimeout(() => end(() => resolve({ trouble: { kind: 'timeout' } })), jobMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    worker.once('message', (answer: Answer<T>) => end(() => resolve(answer)))
    // Its memory ran out, or a decoder fell over: the file is at fault.
    worker.once('error', () => end(() => resolve({ trouble: { kind: 'broken' } })))
    worker.once('exit', () => end(() => resolve({ trouble: { kind: 'broken' } })))
  })
}

/** From its source under tests, as an entry of its own in the built product, where this file lies in a folder beside it. */
function workerFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : '../media/worker.js', import.meta.url)
}

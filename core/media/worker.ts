import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, FittedImage, Job, ReadPdf } from './jobs.ts'

/** One job a thread: a file that makes a decoder hang or grow takes nothing with it. */
async function run(job: Job): Promise<Answer<FittedImage> | Answer<ReadPdf>> {
  if (job.kind === 'image') return (await import('./fit-image.ts')).fitImage(job)
  return (await import('./read-pdf.ts')).readPdf(job)
}

parentPort?.postMessage(await run(workerData))

import type { ReadCall } from './calls.ts'

const PARALLEL = 8

/** Runs neighbours that change nothing side by side, every other call alone, in the model's order. Answers in call order. */
export async function runInBatches<R>(calls: readonly ReadCall[], run: (call: ReadCall) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (const batch of batches(calls)) results.push(...(await runParallel(batch, run)))
  return results
}

function batches(calls: readonly ReadCall[]): ReadCall[][] {
  const all: ReadCall[][] = []
  let isOpen = false
  for (const call of calls) {
    const isParallel = call.part.category === 'read' || call.part.category === 'none'
    if (isParallel && isOpen) all.at(-1)?.push(call)
    else all.push([call])
    isOpen = isParallel
  }
  return all
}

async function runParallel<R>(batch: readonly ReadCall[], run: (call: ReadCall) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; ; index = next++) {
      const call = batch[index]
      if (!call) return
      results[index] = await run(call)
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL, batch.length) }, worker))
  return results
}

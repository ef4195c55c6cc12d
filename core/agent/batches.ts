import type { ReadCall } from './calls.ts'

const PARALLEL = 8

/**
 * Runs neighbours that change nothing side by side, neighbours that hand work to others together, every other call alone,
 * in the model's order. Answers in call order.
 */
export async function runInBatches<R>(calls: readonly ReadCall[], run: (call: ReadCall) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (const batch of batches(calls)) {
    // Others' work has a cap of its own.
    const limit = kindOf(batch[0]) === 'delegate' ? batch.length : PARALLEL
    results.push(...(await runParallel(batch, run, limit)))
  }
  return results
}

function batches(calls: readonly ReadCall[]): ReadCall[][] {
  const all: ReadCall[][] = []
  for (const call of calls) {
    const open = all.at(-1)
    const kind = kindOf(call)
    if (open && kind !== 'alone' && kind === kindOf(open[0])) open.push(call)
    else all.push([call])
  }
  return all
}

function kindOf(call: ReadCall | undefined): 'look' | 'delegate' | 'alone' {
  const category = call?.part.category
  if (category === 'read' || category === 'none') return 'look'
  return category === 'delegate' ? 'delegate' : 'alone'
}

async function runParallel<R>(batch: readonly ReadCall[], run: (call: ReadCall) => Promise<R>, limit: number): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; ; index = next++) {
      const call = batch[index]
      if (!call) return
      results[index] = await run(call)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, batch.length) }, worker))
  return results
}

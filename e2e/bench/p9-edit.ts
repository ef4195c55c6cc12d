import { createHash } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import type { Bench } from './measure.ts'
import { loadSources } from './sources.ts'

const ROUNDS = 21
const WARM_UP = 3
const LINE = 'a line of about sixty characters, which sources often have\n'

/** What no careful edit can do without: read, hash, a temp file beside, fsync, rename. */
async function bare(file: string): Promise<number> {
  const startedAt = performance.now()
  const bytes = await readFile(file)
  createHash('sha256').update(bytes).digest('hex')
  const handle = await open(`${file}.tmp`, 'wx')
  await handle.writeFile(bytes)
  await handle.sync()
  await handle.close()
  await rename(`${file}.tmp`, file)
  return performance.now() - startedAt
}

/** An edit in the middle of a 1 MB file, beside the least it takes in the same round. */
export const p9: Bench = {
  name: 'P9',
  async run() {
    const { openToolProject } = await loadSources()
    const project = openToolProject()
    try {
      const half = LINE.repeat(Math.ceil(500_000 / LINE.length))
      project.write('big.ts', `${half}const value = 0\n${half}`)
      project.write('bare.ts', `${half}const value = 0\n${half}`)
      await project.call('read_file', { path: 'big.ts' })
      const edits: number[] = []
      const ratios: number[] = []
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        const alone = await bare(project.path('bare.ts'))
        const number = round + WARM_UP
        const startedAt = performance.now()
        await project.call('edit_file', {
          path: 'big.ts',
          old_string: `const value = ${number}\n`,
          new_string: `const value = ${number + 1}\n`,
        })
        const ms = performance.now() - startedAt
        if (round < 0) continue
        edits.push(ms)
        ratios.push(ms / alone)
      }
      return [
        { bench: 'P9', what: 'edit of a 1 MB file', unit: 'ms', budget: 15, samples: edits },
        { bench: 'P9', what: 'the same against bare read, hash, write, fsync', unit: '×', budget: 2.5, samples: ratios },
      ]
    } finally {
      await project.close()
    }
  },
}

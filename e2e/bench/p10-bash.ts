import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { timeProcess, type Bench } from './measure.ts'
import { loadSources } from './sources.ts'

const ROUNDS = 31
const WARM_UP = 5
const MEMORY_ROUNDS = 5
const CHILD = fileURLToPath(new URL('p10-child.ts', import.meta.url))

/** The same program with the same pipes and a process group of its own. */
function bare(cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn('/bin/bash', ['-c', 'true'], { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    child.stdout.resume()
    child.stderr.resume()
    child.on('error', reject)
    child.on('close', () => resolve(performance.now() - startedAt))
  })
}

/** In a process of its own, since a peak never falls. */
async function growthMiB(): Promise<number> {
  const { code, stdout, stderr } = await timeProcess(process.execPath, [CHILD])
  if (code !== 0) throw new Error(`the child exited with ${code}: ${stderr}`)
  return Number(stdout)
}

/** The cost of a command that does nothing, and the memory that 200 MB of output take. */
export const p10: Bench = {
  name: 'P10',
  async run() {
    const { openToolProject } = await loadSources()
    const project = openToolProject()
    const ratios: number[] = []
    try {
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        const alone = await bare(project.root)
        const startedAt = performance.now()
        await project.call('bash', { command: 'true' })
        const ms = performance.now() - startedAt
        if (round >= 0) ratios.push(ms / alone)
      }
    } finally {
      await project.close()
    }
    const growth: number[] = []
    for (let round = 0; round < MEMORY_ROUNDS; round++) growth.push(await growthMiB())
    return [
      { bench: 'P10', what: '`bash true` against a bare spawn', unit: '×', budget: 1.5, samples: ratios },
      { bench: 'P10', what: 'peak memory more for 200 MB than for 20 MB', unit: 'MiB', budget: 20, samples: growth },
    ]
  },
}

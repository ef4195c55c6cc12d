import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { ripgrepPath } from '../../core/platform/ripgrep.ts'
import { median, type Bench, type Figure } from './measure.ts'
import { loadSources } from './sources.ts'

const ROUNDS = 11
const WARM_UP = 2
const FOLDERS = 1_000
const FILES = 100

/** 100,000 small sources in a thousand folders; one in two thousand holds what is looked for, another has it in its name. */
function plant(root: string): void {
  const body = 'export const value = 1\n// a line of words that nobody looks for\n'.repeat(4)
  for (let folder = 0; folder < FOLDERS; folder++) {
    const at = path.join(root, `pkg${folder % 10}`, `dir${folder}`)
    mkdirSync(at, { recursive: true })
    for (let file = 0; file < FILES; file++) {
      const number = folder * FILES + file
      const name = number % 2_000 === 1 ? `needle${number}.ts` : `file${number}.ts`
      writeFileSync(path.join(at, name), number % 2_000 === 0 ? `${body}const needle = ${number}\n` : body)
    }
  }
}

/** Milliseconds until ripgrep has ended and its whole output was read. */
function bare(command: string, args: readonly string[], cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.resume()
    child.stderr.resume()
    child.on('error', reject)
    child.on('close', () => resolve(performance.now() - startedAt))
  })
}

/** Searching 100,000 files, beside ripgrep alone in the same round. */
export const p8: Bench = {
  name: 'P8',
  async run() {
    const { openToolProject } = await loadSources()
    const project = openToolProject()
    const rg = await ripgrepPath()
    try {
      plant(project.root)
      const figures: Figure[] = []
      for (const { name, input, args } of [
        { name: 'grep', input: { pattern: 'needle =' }, args: ['--no-config', '--line-number', '-e', 'needle =', '--', '.'] },
        { name: 'glob', input: { pattern: '**/needle*.ts' }, args: ['--no-config', '--files', '--', '.'] },
      ]) {
        const ratios: number[] = []
        const wholes: number[] = []
        for (let round = -WARM_UP; round < ROUNDS; round++) {
          const alone = await bare(rg, args, project.root)
          const startedAt = performance.now()
          const { meta } = await project.call(name, input)
          const ms = performance.now() - startedAt
          if (meta.count !== 50) throw new Error(`${name} found ${meta.count}`)
          if (round < 0) continue
          ratios.push(ms / alone)
          wholes.push(ms)
        }
        const what = `${name} over 100,000 files against ripgrep (${Math.round(median(wholes))} ms)`
        figures.push({ bench: 'P8', what, unit: '×', budget: 1.15, samples: ratios })
      }
      return figures
    } finally {
      await project.close()
    }
  },
}

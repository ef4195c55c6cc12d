import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startModelServer, type ModelStep } from '../../core/testing/model-server/index.ts'
import { ENTRY } from './entry.ts'
import { quantile, timeProcess, type Bench, type Figure } from './measure.ts'
import type { LoopDelay } from './loop-monitor.ts'
import { delayUnderOutput } from './p14-output.ts'

const ROUNDS = 5
const OUTPUT_ROUNDS = 3
const WARM_UP = 1

/** Much text and much output: 5 MB of a command's lines, an answer of 100 KB in small pieces, then both again. */
const chatter = { name: 'bash', input: { command: 'seq 1 700000' } }
const talk = 'A sentence of an answer that goes on and on, 一句话接着一句话。'.repeat(1_500)
const script: readonly ModelStep[] = [
  { text: 'warming up', calls: [{ name: 'bash', input: { command: 'true' } }] },
  { text: talk, calls: [chatter] },
  { text: talk, calls: [chatter] },
  { text: talk },
]

async function p99(): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mewcode-bench-'))
  const [home, project, file] = [path.join(folder, 'home'), path.join(folder, 'project'), path.join(folder, 'late.json')]
  const server = await startModelServer({ protocol: 'anthropic', key: 'bench-key', script })
  try {
    await Promise.all([home, project].map((each) => mkdir(each)))
    const provider = `{ name: bench, protocol: anthropic, base_url: "${server.baseUrl}", api_key: "\${BENCH_KEY}", model: claude-sonnet-5-5 }`
    await writeFile(path.join(home, 'config.yaml'), `providers:\n  - ${provider}\n`)
    const probe = path.join(import.meta.dirname, 'loop-delay.ts')
    const { code, stderr } = await timeProcess(
      process.execPath,
      ['--import', probe, ENTRY, 'run', '--project', project, '--mode', 'bypassPermissions', '--output', 'stream-json', 'talk'],
      { env: { ...process.env, MEWCODE_HOME: home, HOME: folder, BENCH_KEY: 'bench-key', LOOP_DELAY_FILE: file } },
    )
    if (code !== 0 || server.refusals.length > 0)
      throw new Error(`the run went wrong: exit ${code}, ${server.refusals.join('; ')} ${stderr}`)
    const late: number[] = JSON.parse(await readFile(file, 'utf8'))
    return quantile(late, 0.99)
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** How long the event loop is held while a turn streams text and a command's output, over the whole turn. */
export const p14: Bench = {
  name: 'P14',
  async run() {
    const samples: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const sample = await p99()
      if (round >= 0) samples.push(sample)
    }
    const delays: LoopDelay[] = []
    for (let round = 0; round < OUTPUT_ROUNDS; round++) delays.push(await delayUnderOutput())
    // A machine of its own keeps a p99 of 20; two cores share it with the command, the model and the client here.
    const line = (key: keyof LoopDelay, budget: number): Figure => ({
      bench: 'P14',
      what: `the same beside 200 MB of output, ${key}`,
      unit: 'ms',
      budget,
      samples: delays.map((delay) => delay[key]),
    })
    return [
      { bench: 'P14', what: 'event loop delay while streaming, p99', unit: 'ms', budget: 20, samples },
      ...[line('p50', 10), line('p99', 40), line('max', 250)],
    ]
  },
}

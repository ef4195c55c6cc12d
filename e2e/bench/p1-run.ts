import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { startModelServer, type ModelStep } from '../../core/testing/model-server/index.ts'
import { ENTRY } from './entry.ts'
import { median, timeProcess, type Bench, type Figure } from './measure.ts'

const ROUNDS = 7
const WARM_UP = 1

/** Ten tool turns of the kind a small change takes, then the answer. */
const script: readonly ModelStep[] = [
  { text: 'Looking around.', calls: [{ name: 'glob', input: { pattern: '**/*.ts' } }] },
  { calls: [{ name: 'grep', input: { pattern: 'total', path: 'src' } }] },
  { calls: [{ name: 'read_file', input: { path: 'src/cart.ts' } }] },
  { calls: [{ name: 'edit_file', input: { path: 'src/cart.ts', old_string: 'price * 1', new_string: 'price * count' } }] },
  { calls: [{ name: 'bash', input: { command: 'cat src/cart.ts | wc -l' } }] },
  { calls: [{ name: 'write_file', input: { path: 'test/cart.test.ts', content: 'export const checked = true\n' } }] },
  { calls: [{ name: 'read_file', input: { path: 'test/cart.test.ts' } }] },
  { calls: [{ name: 'edit_file', input: { path: 'test/cart.test.ts', old_string: 'true', new_string: 'false' } }] },
  { calls: [{ name: 'bash', input: { command: 'echo tests pass' } }] },
  { calls: [{ name: 'read_file', input: { path: 'src/cart.ts' } }] },
  { text: 'The total counts every item now.' },
]

interface Sample {
  readonly wallMs: number
  readonly peakMiB: number
  readonly gapMs: number
  readonly firstRequestKB: number
}

async function runOnce(): Promise<Sample> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mewcode-bench-'))
  const [home, project] = [path.join(folder, 'home'), path.join(folder, 'project')]
  const asked: number[] = []
  const server = await startModelServer({
    protocol: 'anthropic',
    key: 'bench-key',
    script: (_body, n) => {
      asked.push(performance.now())
      return script[n] ?? { text: 'done' }
    },
  })
  try {
    await mkdir(path.join(project, 'src'), { recursive: true })
    await mkdir(home)
    await writeFile(path.join(project, 'src/cart.ts'), 'export const total = (price: number, count: number) => price * 1\n')
    await writeFile(
      path.join(home, 'config.yaml'),
      `providers:\n  - { name: bench, protocol: anthropic, base_url: "${server.baseUrl}", api_key: "\${BENCH_KEY}", model: claude-sonnet-5-5 }\n`,
    )
    const answered: number[] = []
    const env = { ...process.env, MEWCODE_HOME: home, HOME: folder, BENCH_KEY: 'bench-key' }
    const run = timeProcess(
      process.execPath,
      [ENTRY, 'run', '--project', project, '--mode', 'bypassPermissions', '--output', 'stream-json', 'fix it'],
      { env },
    )
    for (let n = 0; n < script.length; n++) {
      await Promise.race([server.received(n + 1), run])
      await server.requests[n]?.ended
      answered.push(performance.now())
    }
    const { code, wallMs, peakMiB, stderr } = await run
    if (code !== 0 || server.refusals.length > 0 || server.requests.length !== script.length)
      throw new Error(`the run went wrong: exit ${code}, ${server.requests.length} requests, ${server.refusals.join('; ')} ${stderr}`)
    const gaps = asked.slice(1).map((at, n) => Math.max(0, at - (answered[n] ?? at)))
    return { wallMs, peakMiB, gapMs: median(gaps), firstRequestKB: (server.requests[0]?.raw.length ?? Number.NaN) / 1024 }
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A ten-tool-turn headless run, whole process, beside a bare Node of the same round. */
export const p1: Bench = {
  name: 'P1',
  async run() {
    const samples: Sample[] = []
    const ratios: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const bare = await timeProcess(process.execPath, ['-e', '0'])
      const sample = await runOnce()
      if (round < 0) continue
      samples.push(sample)
      ratios.push(sample.wallMs / bare.wallMs)
    }
    const figure = (what: string, unit: Figure['unit'], budget: number, values: readonly number[]): Figure => ({
      bench: 'P1',
      what,
      unit,
      budget,
      samples: values,
    })
    return [
      figure(
        'ten tool turns, wall',
        'ms',
        700,
        samples.map((sample) => sample.wallMs),
      ),
      figure('the same against bare `node -e 0`', '×', 17, ratios),
      figure(
        'peak memory',
        'MiB',
        150,
        samples.map((sample) => sample.peakMiB),
      ),
      figure(
        'answer to next request',
        'ms',
        5,
        samples.map((sample) => sample.gapMs),
      ),
      figure(
        'first request',
        'KB',
        20,
        samples.map((sample) => sample.firstRequestKB),
      ),
    ]
  },
}

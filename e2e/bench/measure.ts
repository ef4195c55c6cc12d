import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { performance } from 'node:perf_hooks'

/** One line of the table. `value` and `budget` share `unit`; lower is better. */
export interface Figure {
  readonly bench: string
  readonly what: string
  readonly unit: 'ms' | 'MiB' | 'KB' | '×'
  readonly samples: readonly number[]
  readonly budget: number
}

export interface Bench {
  readonly name: string
  run(): Promise<readonly Figure[]>
}

export interface ProcessRun {
  readonly code: number
  readonly wallMs: number
  /** Peak resident memory; NaN where /proc is not there. */
  readonly peakMiB: number
  readonly stdout: string
  readonly stderr: string
}

export interface ProcessOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Runs a program to its end; wall time from spawn to exit. */
export function timeProcess(command: string, args: readonly string[], { cwd, env }: ProcessOptions = {}): Promise<ProcessRun> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    let peakMiB = Number.NaN
    // VmHWM only grows, so the last reading is the peak but for the final milliseconds.
    const watch = setInterval(() => {
      peakMiB = peakMemoryMiB(child.pid) ?? peakMiB
    }, 5)
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) => {
      clearInterval(watch)
      const wallMs = performance.now() - startedAt
      child.on('close', () => resolve({ code: code ?? -1, wallMs, peakMiB, stdout, stderr }))
    })
  })
}

function peakMemoryMiB(pid: number | undefined): number | undefined {
  try {
    const kib = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kib === undefined ? undefined : Number(kib) / 1024
  } catch {
    // The process is gone, or there is no /proc; the last reading stands.
    return undefined
  }
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}

export function quantile(samples: readonly number[], q: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** What the figures were taken on. */
export function machineLine(): string {
  const [cpu] = os.cpus()
  return `${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}, Node ${process.versions.node}`
}

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createHooks, type HookPlace, type Hooks } from '../../core/hooks/index.ts'
import { createShellReader } from '../../core/permission/index.ts'
import type { Bench } from './measure.ts'

const RULES = 500
const ROUNDS = 200
const SPAWNS = 31
const WARM_UP = 5
const CALL = { tool_name: 'bash', tool_input: { command: 'npm test -- --watch=false', path: 'src/deep/file.ts' }, tool_use_id: 'call_1' }
const MATCHES = [
  '{ type: exact, value: x }',
  '{ type: in, values: [x, y] }',
  "{ type: regex, value: '^rm -rf' }",
  "{ type: regex, value: 'curl.*sh$' }",
]

/** What hooks cost a call: five hundred that are about others, and one that says no. */
export const p20: Bench = {
  name: 'P20',
  async run() {
    const home = mkdtempSync(join(tmpdir(), 'mewcode-p20-'))
    try {
      return [
        { bench: 'P20', what: `a call that ${RULES} rules are not about`, unit: 'ms', samples: await notMatching(home), budget: 0.2 },
        { bench: 'P20', what: 'a blocking shell hook against a bare spawn', unit: '×', samples: await blocking(home), budget: 1.5 },
      ]
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

async function notMatching(home: string): Promise<number[]> {
  const rules = Array.from({ length: RULES }, (_, n) =>
    rule(n, `tool_input.${n % 2 === 0 ? 'command' : 'path'}`, MATCHES[n % MATCHES.length] ?? ''),
  )
  const raise = openHooks(home, rules.join(''))
  const samples: number[] = []
  for (let round = -20; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await raise()
    if (round >= 0) samples.push(performance.now() - startedAt)
  }
  return samples
}

async function blocking(home: string): Promise<number[]> {
  const raise = openHooks(home, `  - { name: no, event: PreToolUse, action: { type: shell, command: 'exit 2' } }\n`)
  const ratios: number[] = []
  for (let round = -WARM_UP; round < SPAWNS; round++) {
    const alone = await bare(home)
    const startedAt = performance.now()
    const { block } = await raise()
    if (!block) throw new Error('the hook did not block')
    if (round >= 0) ratios.push((performance.now() - startedAt) / alone)
  }
  return ratios
}

function rule(n: number, field: string, match: string): string {
  return `  - { name: r${n}, event: PreToolUse, if: { all_of: [{ field: ${field}, match: ${match} }] }, action: { type: shell, command: exit 2 } }\n`
}

function openHooks(home: string, rules: string): () => ReturnType<Hooks['dispatch']> {
  writeFileSync(join(home, 'hooks.yaml'), `hooks:\n${rules}`)
  const nothing = (): void => undefined
  const hooks = createHooks({
    home,
    managed: join(home, 'managed.yaml'),
    env: process.env,
    shell: createShellReader(),
    web: { resolve: async () => [], isAllowed: () => false },
    now: Date.now,
    surroundingsOf: async () => ({
      allowedCommands: undefined,
      allowedHosts: [],
      onFailure: 'allow',
      passed: {},
      isSecretVariable: () => true,
      confine: async (program) => program,
    }),
    trustOf: () => ({ decision: 'none', items: new Map() }),
    trustsAll: false,
    marks: { has: () => false, add: nothing, clear: nothing },
    redact: (text) => text,
    transcriptOf: async () => '',
    keep: nothing,
  })
  const place: HookPlace = { sessionId: 's', turnId: 't', projectRoot: home, mode: 'default' }
  return () => hooks.dispatch('PreToolUse', place, CALL)
}

/** The same program with the same pipes, something to read, and a process group of its own. */
function bare(cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn('/bin/sh', ['-c', 'exit 2'], { cwd, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(CALL))
    child.stdout.resume()
    child.stderr.resume()
    child.on('error', reject)
    child.on('close', () => resolve(performance.now() - startedAt))
  })
}

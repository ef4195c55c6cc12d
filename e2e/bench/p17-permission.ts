import { performance } from 'node:perf_hooks'
import { allowedLines } from '../../core/permission/cases/allowed-lines.ts'
import { askingLines } from '../../core/permission/cases/asking-lines.ts'
import { deniedLines } from '../../core/permission/cases/denied-lines.ts'
import { openLineJudge } from '../../core/permission/cases/judge.ts'
import { tableRules } from '../../core/permission/cases/types.ts'
import type { Bench } from './measure.ts'

/** What a shell line costs before it runs: read, judged by all layers, its places looked up on the disk. */
export const p17: Bench = {
  name: 'P17',
  async run() {
    const lines = openLineJudge()
    try {
      const samples: number[] = []
      for (const isWarmUp of [true, false]) {
        for (const [line] of [...allowedLines, ...askingLines, ...deniedLines]) {
          const startedAt = performance.now()
          await lines.judge(line, tableRules)
          if (!isWarmUp) samples.push(performance.now() - startedAt)
        }
      }
      return [{ bench: 'P17', what: 'judging a shell line, median over the tables', unit: 'ms', samples, budget: 2 }]
    } finally {
      lines.close()
    }
  },
}

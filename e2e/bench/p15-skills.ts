import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../core/base/clock.ts'
import { createSkills, type IndexDeps } from '../../core/skills/index.ts'
import type { Bench } from './measure.ts'

const SKILLS = 2_000
const ROUNDS = 11
/** What was changed a moment ago is not kept for the next start. */
const SETTLED_MS = 2_100
const WINDOW = 200_000
const none = { projectRoot: undefined, isTrusted: false }

/** The catalogue of two thousand skills: read for the first time, and before every request after that. */
export const p15: Bench = {
  name: 'P15',
  async run() {
    const home = mkdtempSync(join(tmpdir(), 'mewcode-p15-'))
    try {
      for (let n = 0; n < SKILLS; n += 1) writeSkill(join(home, 'skills', `skill-${n}`), n)
      await setTimeout(SETTLED_MS)
      const cold: number[] = []
      const kept: number[] = []
      const warm: number[] = []
      const index = { folder: join(home, 'skill-index'), version: 'bench', clock: systemClock }
      for (let round = -1; round < ROUNDS; round += 1) {
        const first = await catalogueOf({ home })
        // The first of these writes what the others find.
        const next = await catalogueOf({ home, index })
        if (round < 0) continue
        cold.push(first.coldMs)
        kept.push(next.coldMs)
        warm.push(next.warmMs)
      }
      return [
        { bench: 'P15', what: 'catalogue of 2,000 skills, first time', unit: 'ms', samples: cold, budget: 700 },
        { bench: 'P15', what: 'the same against the stored index', unit: 'ms', samples: kept, budget: 60 },
        { bench: 'P15', what: 'the same, nothing changed', unit: 'ms', samples: warm, budget: 5 },
      ]
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

async function catalogueOf({ home, index }: { home: string; index?: IndexDeps }): Promise<{ coldMs: number; warmMs: number }> {
  const skills = createSkills({ home, userHome: home, resources: home, disabled: async () => [], ...(index && { index }) })
  const timed = async (): Promise<number> => {
    const startedAt = performance.now()
    await skills.catalogue(none, WINDOW)
    return performance.now() - startedAt
  }
  const coldMs = await timed()
  await timed()
  return { coldMs, warmMs: await timed() }
}

function writeSkill(folder: string, n: number): void {
  mkdirSync(folder, { recursive: true })
  const words = 'Use when the user asks for spreadsheets, charts or tables, or wants one changed into another. '.repeat(3)
  const head = `name: skill-${n}\ndescription: ${words}\nallowed-tools: Read, Bash(git log *)\nlicense: MIT\n`
  writeFileSync(join(folder, 'SKILL.md'), `---\n${head}---\n\n# Skill ${n}\n\n${'Do one thing after the other.\n'.repeat(60)}`)
}

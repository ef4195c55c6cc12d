import { z } from 'zod'
import { WireError } from './errors.ts'

/** What the scanner says of one place. It reads words: a clean verdict is no proof. */
export const SkillFinding = z.object({
  rule: z.string(),
  severity: z.enum(['warn', 'critical']),
  /** Relative to the folder. */
  file: z.string(),
  /** 1-based. */
  line: z.number().int(),
  problem: WireError,
})
export type SkillFinding = z.infer<typeof SkillFinding>

export const SkillScan = z.object({
  verdict: z.enum(['clean', 'warn', 'critical']),
  findings: z.array(SkillFinding),
})
export type SkillScan = z.infer<typeof SkillScan>

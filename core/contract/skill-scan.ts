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
  /** What it was found by, with the words around it on its line, as they stand there; absent where a whole file or link is meant. */
  passage: z.object({ before: z.string(), found: z.string(), after: z.string() }).optional(),
  problem: WireError,
})
export type SkillFinding = z.infer<typeof SkillFinding>

export const SkillScan = z.object({
  verdict: z.enum(['clean', 'warn', 'critical']),
  findings: z.array(SkillFinding),
})
export type SkillScan = z.infer<typeof SkillScan>

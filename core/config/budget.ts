import { ConfigSchema } from './schema.ts'
import type { YamlFile } from './yaml-file.ts'

/** US dollars; undefined: no limit. */
export interface Budget {
  readonly session: number | undefined
  readonly day: number | undefined
  readonly month: number | undefined
}

/** The person's own `budget`; a project has none. What does not read is told by the file's own check. */
export function readBudget(file: YamlFile | undefined): Budget {
  const content = file?.content
  const given: unknown = typeof content === 'object' && content !== null && 'budget' in content ? content.budget : undefined
  const { data } = ConfigSchema.shape.budget.safeParse(given)
  // 0 is written for none.
  return { session: data?.session_usd || undefined, day: data?.day_usd || undefined, month: data?.month_usd || undefined }
}

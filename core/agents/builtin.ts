import explore from '../../builtin-agents/explore.md?raw'
import generalPurpose from '../../builtin-agents/general-purpose.md?raw'
import plan from '../../builtin-agents/plan.md?raw'
import { contentsOf } from './definition-files.ts'
import type { FoundAgent } from './types.ts'

const files = { 'explore.md': explore, 'general-purpose.md': generalPurpose, 'plan.md': plan } as const

/** The agents that come with the product. */
export function builtinDefinitions(knowsModel: (id: string) => boolean): FoundAgent[] {
  return Object.entries(files).map(([fileName, text]) => ({
    source: 'builtin',
    path: `builtin-agents/${fileName}`,
    ...contentsOf(Buffer.from(text), { fileName, knowsModel }),
  }))
}

/** By the path it is listed with; empty where there is none. */
export function builtinText(path: string): string {
  return Object.entries(files).find(([fileName]) => path === `builtin-agents/${fileName}`)?.[1] ?? ''
}
